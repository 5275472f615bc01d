"""API errors as problem details (RFC 9457), each with a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from rules.faults import RuleError
from rules.strict_reader import JsonObject
from scoring.exports.export_columns_and_values import Withheld
from tournaments.refusals import Refused, sentence

CONTENT_TYPE = "application/problem+json"


class NoToken(Exception):
    """The token is missing or invalid. `str()` returns a sentence for people."""


class NotAllowed(Exception):
    """The token lacks the permission. `str()` returns a sentence for people."""


class Conflict(Exception):
    """The current state does not allow the change.

    `str()` returns a sentence for people.
    """


class UnknownParameter(Exception):
    """The address does not have a query parameter.

    `str()` returns a sentence for people.
    """


def problem(
    status: HTTPStatus, detail: str, errors: Sequence[Mapping[str, str]] = ()
) -> HttpResponse:
    """Return an error response with problem details.

    `errors`: field, code and sentence of each fault in the input.
    """
    body: dict[str, object] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    if errors:
        body["errors"] = list(errors)
    answer = JsonResponse(body, status=status, content_type=CONTENT_TYPE)
    answer["Access-Control-Allow-Origin"] = "*"
    if status is HTTPStatus.UNAUTHORIZED:
        answer["WWW-Authenticate"] = "Bearer"
    return answer


def handle(api: NinjaAPI) -> None:
    """Make the API answer each error of a request with problem details."""

    @api.exception_handler(Http404)
    def missing(_request: HttpRequest, fault: Http404) -> HttpResponse:
        return problem(HTTPStatus.NOT_FOUND, str(fault) or "Not found.")

    @api.exception_handler(Withheld)
    def withheld(_request: HttpRequest, fault: Withheld) -> HttpResponse:
        return problem(HTTPStatus.FORBIDDEN, str(fault))

    @api.exception_handler(NoToken)
    def no_token(_request: HttpRequest, fault: NoToken) -> HttpResponse:
        return problem(HTTPStatus.UNAUTHORIZED, str(fault))

    @api.exception_handler(NotAllowed)
    def not_allowed(_request: HttpRequest, fault: NotAllowed) -> HttpResponse:
        return problem(HTTPStatus.FORBIDDEN, str(fault))

    @api.exception_handler(Conflict)
    def conflict(_request: HttpRequest, fault: Conflict) -> HttpResponse:
        return problem(HTTPStatus.CONFLICT, str(fault))

    @api.exception_handler(RuleError)
    def refused(_request: HttpRequest, refusal: RuleError) -> HttpResponse:
        # The input is wrong, or the current state does not allow the change.
        is_state = isinstance(refusal, Refused)
        status = HTTPStatus.CONFLICT if is_state else HTTPStatus.UNPROCESSABLE_ENTITY
        errors = [
            {"field": fault.field, "code": fault.code, "detail": sentence(fault)}
            for fault in refusal.faults
        ]
        detail = " ".join(error["detail"] for error in errors)
        return problem(status, detail, errors)

    @api.exception_handler(UnknownParameter)
    def unknown(_request: HttpRequest, fault: UnknownParameter) -> HttpResponse:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(fault))

    @api.exception_handler(ValidationError)
    def invalid(_request: HttpRequest, fault: ValidationError) -> HttpResponse:
        errors = [
            {
                "field": ".".join(map(str, error["loc"][2:] or error["loc"][-1:])),
                "code": error["type"],
                "detail": error["msg"],
            }
            for error in fault.errors
        ]
        detail = "; ".join(f"{error['field']}: {error['detail']}" for error in errors)
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, errors)

    @api.exception_handler(HttpError)
    def malformed(_request: HttpRequest, fault: HttpError) -> HttpResponse:
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(fault))


def describe(schema: JsonObject) -> None:
    """Declare in an OpenAPI document that errors are problem details."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})
                if int(status) >= HTTPStatus.BAD_REQUEST and content:
                    answer["content"] = {CONTENT_TYPE: content["application/json"]}
