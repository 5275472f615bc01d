"""Tags for templates: parts of pages that several templates show."""
