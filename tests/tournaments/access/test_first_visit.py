"""First visit to a new installation: only some visitors may create the first account,
which has all rights.
"""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from tests.tournaments.pages import STRONG, page, says
from tournaments.access import first_account, wrong_password_limit

FIRST = {"username": "first", "password1": STRONG, "password2": STRONG}
CODE = "k3f9-wq7m"
ASKS = "Enter the code shown in the window where the program was started."
AT_IT = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
PHONE = {"REMOTE_ADDR": "192.168.1.20", "HTTP_HOST": "192.168.1.5:8000"}


@pytest.fixture(autouse=True)
def _new_installation(db, settings, tmp_path, monkeypatch):
    settings.FIRST_VISIT_CODE = tmp_path / "first_visit_code"
    settings.FIRST_VISIT_CODE.write_text(CODE)
    wrong_password_limit.forget_all()
    monkeypatch.setattr(wrong_password_limit.time, "time", lambda: 1_000_000_000)
    yield
    wrong_password_limit.forget_all()


@pytest.fixture
def client() -> Client:
    """Return a browser on the machine that runs the program."""
    return Client(**AT_IT)


@pytest.fixture
def phone() -> Client:
    return Client(**PHONE)


def link(code: str) -> str:
    return page("welcome_by_link", code)


def test_a_new_installation_greets_and_makes_the_first_account(client):
    assert client.get("/").headers["Location"] == page("welcome")
    assert client.get(page("welcome")).status_code == 200

    response = client.post(page("welcome"), FIRST, follow=True)

    assert response.redirect_chain == [(page("home"), 302)]
    assert User.objects.get().is_superuser
    assert response.context["user"].username == "first"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"password2": "another-long-1"}, "password2"),
        ({"password1": "short", "password2": "short"}, "password2"),
        ({"password1": "12345678901", "password2": "12345678901"}, "password2"),
        ({"username": "no spaces"}, "username"),
        ({"username": ""}, "username"),
    ],
)
def test_what_is_wrong_with_the_first_account_stands_beside_its_field(
    client, wrong, field
):
    response = client.post(page("welcome"), FIRST | wrong)
    assert response.status_code == 422
    assert response.context["form"].errors[field]
    assert not User.objects.exists()


def test_nobody_is_welcome_once_there_is_an_account(client, stranger):
    assert client.get(page("welcome")).status_code == 404
    assert client.post(page("welcome"), FIRST).status_code == 404
    assert client.get(link(CODE)).status_code == 404
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.20"},
        {"REMOTE_ADDR": "::ffff:192.168.1.20"},
        {"REMOTE_ADDR": ""},
        # A proxy on this machine that is not in the settings.
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"HTTP_X_REAL_IP": "203.0.113.9"},
        {"HTTP_VIA": "1.1 proxy"},
        {"SERVER_PROTOCOL": "HTTP/1.0"},
        # A foreign site whose name resolves to this machine.
        {"HTTP_HOST": "evil.example:8000"},
        {"HTTP_HOST": "localhost.evil.example"},
        {"HTTP_HOST": "127.0.0.1.evil.example"},
        {"HTTP_HOST": "192.168.1.5:8000"},
    ],
    ids=str,
)
def test_whoever_is_not_at_the_machine_is_asked_for_the_code(elsewhere):
    visitor = Client(**AT_IT | elsewhere)
    assert says(visitor.get(page("welcome")), ASKS)
    assert visitor.post(page("welcome"), FIRST).status_code == 422
    assert not User.objects.exists()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_the_machine_itself_is_not_asked(host, address):
    visitor = Client(REMOTE_ADDR=address, HTTP_HOST=host)
    assert not says(visitor.get(page("welcome")), ASKS)
    assert visitor.post(page("welcome"), FIRST).status_code == 302


@pytest.mark.parametrize("setting", ["HTTPS", "BEHIND_PROXY"])
def test_with_https_or_a_proxy_the_machine_itself_is_asked_too(
    client, settings, setting
):
    setattr(settings, setting, True)
    assert says(client.get(page("welcome")), ASKS)
    assert client.post(page("welcome"), FIRST).status_code == 422


@pytest.mark.parametrize("typed", [CODE, "K3F9 WQ7M", "k3f9wq7m"])
def test_a_phone_types_the_code(phone, typed):
    response = phone.post(page("welcome"), {"code": typed}, follow=True)
    assert says(response, "Create account and sign in")
    assert phone.post(page("welcome"), FIRST).status_code == 302
    assert User.objects.get().is_superuser


def test_a_phone_follows_the_link(phone):
    response = phone.get(link(CODE))
    # The address bar shows nothing secret that could be photographed.
    assert response.headers["Location"] == page("welcome")
    assert phone.post(page("welcome"), FIRST).status_code == 302


def test_another_phone_is_not_let_in_by_it(phone):
    phone.get(link(CODE))
    assert says(Client(**PHONE).get(page("welcome")), ASKS)


def test_a_wrong_code_says_so(phone):
    for response in (
        phone.post(page("welcome"), {"code": "k3f9-wq7n"}),
        phone.get(link("k3f9-wq7n")),
    ):
        assert response.status_code == 422
        assert says(response, "Wrong code.")
    assert phone.post(page("welcome"), FIRST).status_code == 422


def test_whoever_guesses_codes_waits(phone):
    for _guess in range(10):
        phone.get(link("aaaa-aaaa"))
    words = "Too many wrong codes from your network. Wait 5 minutes."
    assert says(phone.post(page("welcome"), {"code": CODE}), words)
    assert says(phone.get(link(CODE)), words)
    elsewhere = Client(**PHONE | {"REMOTE_ADDR": "192.168.1.21"})
    assert elsewhere.get(link(CODE)).status_code == 302


def test_a_code_that_was_replaced_is_void(phone, settings):
    phone.get(link(CODE))
    settings.FIRST_VISIT_CODE.write_text("mmmm-mmmm")
    assert says(phone.get(page("welcome")), ASKS)


@pytest.mark.parametrize("empty", [True, False])
def test_without_a_code_no_code_is_right(phone, settings, empty):
    if empty:
        settings.FIRST_VISIT_CODE.write_text("")
    else:
        settings.FIRST_VISIT_CODE.unlink()
    assert says(phone.get(page("welcome")), "python manage.py make_owner")
    for typed in ("", "-", CODE):
        phone.post(page("welcome"), {"code": typed})
        assert phone.post(page("welcome"), FIRST).status_code == 422


def test_the_code_is_gone_once_there_is_an_account(
    phone, settings, django_capture_on_commit_callbacks
):
    phone.get(link(CODE))
    with django_capture_on_commit_callbacks(execute=True):
        phone.post(page("welcome"), FIRST)
    assert not settings.FIRST_VISIT_CODE.exists()
    assert not first_account.is_code(CODE)


def test_a_code_that_cannot_be_removed_keeps_nobody_out(
    client, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.FIRST_VISIT_CODE = tmp_path
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(page("welcome"), FIRST).status_code == 302


# --- on the machine, without a browser -------------------------------------------


def make_owner(monkeypatch, typed: str, *arguments: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    call_command("make_owner", *arguments)


def test_a_command_makes_the_first_account(monkeypatch, capsys):
    make_owner(monkeypatch, f"{STRONG}\n", "anna")
    user = User.objects.get()
    assert (user.username, user.is_superuser) == ("anna", True)
    assert user.check_password(STRONG)
    assert "“anna” can manage every tournament" in capsys.readouterr().out


def test_the_command_reads_the_name_too(monkeypatch):
    make_owner(monkeypatch, f"anna\n{STRONG}\n")
    assert User.objects.get().check_password(STRONG)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("anna\nshort\n", "This password is too short"),
        (f"two words\n{STRONG}\n", "Enter a valid username"),
    ],
)
def test_the_command_says_what_is_wrong(monkeypatch, typed, words):
    with pytest.raises(CommandError, match=words):
        make_owner(monkeypatch, typed)
    assert not User.objects.exists()


def test_the_command_makes_no_second_owner(monkeypatch, owner):
    with pytest.raises(CommandError, match="first account: “owner”"):
        make_owner(monkeypatch, f"{STRONG}\n", "anna")
    assert User.objects.count() == 1
