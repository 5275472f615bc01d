"""The reading API: everything public of an event as JSON, and with a token of the event
whatever its directors may read. `app.api` is mounted at `/api/v1/`; docs/api.md tells
how it is used. Cookies mean nothing to it."""
