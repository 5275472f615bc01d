"""The basics of every page: types of requests, form fields, and faults shown at form
fields."""
