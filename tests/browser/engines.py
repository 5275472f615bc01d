"""WebKit and Firefox from Debian, driven with the commands of W3C WebDriver."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException,
    ElementNotInteractableException,
    StaleElementReferenceException,
    TimeoutException,
)
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

from tests.run import program_of

#: Timeout in seconds for busy machines; tests do not wait longer than necessary.
LONGEST = 30.0
#: Fewer processes and frames than by default, no downloads, and new windows.
PREFERENCES = {
    "marionette.port": 0,
    "fission.autostart": False,
    "layout.frame_rate": 15,
    "dom.ipc.processPrelaunch.enabled": False,
    "browser.tabs.remote.separatePrivilegedContentProcess": False,
    "browser.newtabpage.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_open_during_load": False,
}
#: Selenium's names of commands, and Firefox's.
COMMANDS = {
    "newSession": "WebDriver:NewSession",
    "quit": "Marionette:Quit",
    "get": "WebDriver:Navigate",
    "findElement": "WebDriver:FindElement",
    "clickElement": "WebDriver:ElementClick",
    "sendKeysToElement": "WebDriver:ElementSendKeys",
    "actions": "WebDriver:PerformActions",
    "w3cExecuteScript": "WebDriver:ExecuteScript",
    "deleteAllCookies": "WebDriver:DeleteAllCookies",
    "w3cGetWindowHandles": "WebDriver:GetWindowHandles",
    "switchToWindow": "WebDriver:SwitchToWindow",
    "setWindowRect": "WebDriver:SetWindowRect",
    "screenshot": "WebDriver:TakeScreenshot",
}
#: Returns and removes the errors of pages in Firefox's console.
FIREFOX_ERRORS = """
const found = Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & 1))
  .filter((one) => one.sourceName.startsWith("http"))
  .map((one) => `${one.errorMessage} (${one.sourceName}:${one.lineNumber})`);
Services.console.reset();
return found;
"""
#: Collects later errors of a page in WebKit, which writes them to the system's journal.
LISTEN = """
window.errors = [];
addEventListener("error", ({ message }) => errors.push(message));
addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)));
addEventListener("securitypolicyviolation", (event) => errors.push(event.blockedURI));
"""
#: Returns a visible element, scrolled away from bars at the edges of the window.
FIND = """
const [selector, name] = arguments;
const found = [...document.querySelectorAll(selector)].find((each) =>
  each.getClientRects().length && (!name || each.innerText.trim() === name));
found?.scrollIntoView({ block: "center", behavior: "instant" });
return found;
"""
WEBKIT_ERRORS = "return (window.errors ?? []).splice(0);"


class Marionette(RemoteConnection):
    """A connection to Firefox itself, because Debian has no geckodriver, which only
    passes commands on. `port`: where Firefox listens.
    """

    def __init__(self, port: int) -> None:
        address = ClientConfig(remote_server_addr="http://127.0.0.1")
        super().__init__(client_config=address)
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._answers = self._socket.makefile("rb")
        self._number = 0
        self._read()

    def execute(self, command: str, params: Mapping[str, Any]) -> dict[str, Any]:
        """Run one of Selenium's commands. Return the response."""
        asked = {name: value for name, value in params.items() if name != "sessionId"}
        if command == "newSession":
            asked = asked["capabilities"]["alwaysMatch"]
        return self.send(COMMANDS[command], asked)

    def send(self, name: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Run one of Firefox's commands. Return the response in Selenium's form."""
        self._number += 1
        message = json.dumps([0, self._number, name, asked]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _type, _number, error, result = self._read()
        if error:
            return {"status": 500, "value": json.dumps({"value": error})}
        if isinstance(result, dict) and "sessionId" in result:
            return {"sessionId": result["sessionId"], "value": result}
        is_value = isinstance(result, dict) and set(result) == {"value"}
        return {"value": result["value"] if is_value else result}

    def close(self) -> None:
        self._answers.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)).isdigit():
            length += digit
        return json.loads(self._answers.read(int(length)))


class Visitor:
    """A person at WebKit or Firefox.

    `errors`: a function that returns the errors of pages since its last call.
    """

    def __init__(self, driver: WebDriver, errors: Callable[[], list[str]]) -> None:
        self.driver = driver
        self.errors = errors
        self.url = ""
        self._open_window()

    def resize(self, width: int, height: int) -> None:
        """Set the size of the page in pixels."""
        edges = self.does("return [outerWidth - innerWidth, outerHeight - innerHeight]")
        self.driver.set_window_size(width + edges[0], height + edges[1])
        self.waits_for(f"return innerWidth === {width} && innerHeight === {height}")

    def goes_to(self, path: str) -> None:
        self.driver.get(self.url + path)
        self.does(LISTEN)

    def does(self, script: str, *values: object) -> Any:
        return self.driver.execute_script(script, *values)

    def waits_for(self, script: str, *values: object) -> None:
        """Wait until the script returns a true value."""
        self._wait(lambda _: self.does(script, *values), f"{script} {values}")

    def sees(self, text: str) -> None:
        self.waits_for("return document.body.innerText.includes(arguments[0])", text)

    def presses(self, *selectors: str, name: str = "") -> None:
        """Press the first visible element of each selector; with `name`, the first one
        with this text.
        """
        for selector in selectors:
            self._wait(lambda _, at=selector: self._press(at, name), selector + name)

    def holds(self, selector: str) -> None:
        """Press an element without releasing it."""
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        ActionChains(self.driver).click_and_hold(element).perform()

    def releases(self) -> None:
        ActionChains(self.driver).release().perform()

    def types(self, selector: str, text: str) -> None:
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(text)

    def _open_window(self) -> None:
        """Switch to a new window without toolbars, because toolbars would be wider than
        a phone.
        """
        [before] = self.driver.window_handles
        self.does("open('about:blank', '', 'popup,width=390,height=844')")
        new = self._wait(lambda it: set(it.window_handles) - {before}, "a new window")
        self.driver.switch_to.window(*new)

    def _press(self, selector: str, name: str) -> bool:
        element = self.does(FIND, selector, name)
        if element:
            element.click()
        return bool(element)

    def _wait(self, until: Callable[[WebDriver], Any], what: str) -> Any:
        passing = (
            StaleElementReferenceException,
            ElementClickInterceptedException,
            ElementNotInteractableException,
        )
        waiting = WebDriverWait(self.driver, LONGEST, 0.2, passing)
        try:
            return waiting.until(until)
        except TimeoutException:
            shown = self.does("return document.body.innerText")
            message = f"waited for {what} at {self.does('return location.href')}"
            raise AssertionError(f"{message}\n{self.errors()}\n{shown}") from None


@contextmanager
def webkit(folder: Path) -> Iterator[Visitor]:
    """Yield a visitor with WebKitGTK's small browser on an invisible screen."""
    options = webdriver.WebKitGTKOptions()
    options.binary_location = program_of("MiniBrowser")
    options.add_argument("--automation")
    options.add_argument("--javascript-can-open-windows-automatically=true")
    with screen() as display:
        own = {
            "DISPLAY": display,
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }
        service = Service(
            program_of("WebKitWebDriver"),
            log_output=str(folder / "webkit.log"),
            env=os.environ | own,
        )
        driver = webdriver.WebKitGTK(options=options, service=service)
        try:
            yield Visitor(driver, lambda: driver.execute_script(WEBKIT_ERRORS))
        finally:
            driver.quit()


@contextmanager
def screen() -> Iterator[str]:
    """Run an invisible X display within the block and yield its name."""
    ready, told = os.pipe()
    command = ["Xvfb", "-displayfd", str(told), "-screen", "0", "1400x1100x24"]
    server = subprocess.Popen(
        [*command, "-nolisten", "tcp"], pass_fds=[told], stderr=subprocess.DEVNULL
    )
    os.close(told)
    with os.fdopen(ready) as number:
        display = f":{number.readline().strip()}"
    yield display
    server.terminate()
    server.wait()


@contextmanager
def firefox(folder: Path) -> Iterator[Visitor]:
    """Yield a visitor with Firefox without a window."""
    profile = folder / "firefox"
    profile.mkdir()
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in PREFERENCES.items()
    ]
    (profile / "user.js").write_text("".join(lines))
    with (folder / "firefox.log").open("w") as log:
        process = subprocess.Popen(
            [
                *(program_of("firefox-esr"), "--headless", "--no-remote"),
                *("--marionette", "--remote-allow-system-access"),
                *("--profile", str(profile)),
            ],
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    connection = Marionette(port_of(profile, process))
    driver = webdriver.Remote(connection, options=webdriver.FirefoxOptions())

    def errors() -> list[str]:
        connection.send("Marionette:SetContext", {"value": "chrome"})
        found = driver.execute_script(FIREFOX_ERRORS)
        connection.send("Marionette:SetContext", {"value": "content"})
        return found

    try:
        yield Visitor(driver, errors)
    finally:
        with suppress(OSError):
            connection.send("Marionette:Quit", {"flags": ["eForceQuit"]})
        connection.close()
        process.wait(timeout=60)
        shutil.rmtree(profile)


def port_of(profile: Path, process: subprocess.Popen) -> int:
    """Wait until Firefox listens for commands, and return the port.

    Fails after two minutes or if Firefox ends.
    """
    file = profile / "MarionetteActivePort"
    until = time.monotonic() + 120
    while not (file.exists() and file.read_text()):
        assert process.poll() is None, "Firefox stopped while starting"
        assert time.monotonic() < until, "Firefox does not answer"
        time.sleep(0.05)
    return int(file.read_text())


ENGINES = {"WebKit": webkit, "Firefox": firefox}
