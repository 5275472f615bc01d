"""What every page needs: requests, refusals beside their fields, common form fields."""
