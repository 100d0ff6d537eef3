"""Drives the Python client from a test: lines of JSON in, lines of JSON out.

In:  {"id": 1, "method": "send_message", "args": [...], "kwargs": {...}}
     {"id": 2, "listen": {"event_types": [...]}}    call_on_each_event, from now on
Out: {"id": 0, "answer": [names of the client's methods]}, once, at the start
     {"id": 1, "answer": ...} or {"id": 1, "raised": "..."}
     {"id": 2, "answer": null} as soon as its queue is there; {"id": 2, "event": {...}} for each event

{"$file": path} in arguments becomes that file, opened.
"""

import json
import os
import sys
import threading

import zulip

one_at_a_time = threading.Lock()


def say(line):
    with one_at_a_time:
        print(json.dumps(line), flush=True)


def connect():
    return zulip.Client(
        email=os.environ["ZULIP_EMAIL"],
        api_key=os.environ["ZULIP_API_KEY"],
        site=os.environ["ZULIP_SITE"],
    )


def opened(value):
    return open(value["$file"], "rb") if isinstance(value, dict) and "$file" in value else value


def call(client, line):
    args = [opened(value) for value in line.get("args", [])]
    kwargs = {name: opened(value) for name, value in line.get("kwargs", {}).items()}
    return getattr(client, line["method"])(*args, **kwargs)


def listen(id, options):
    client = connect()
    register = client.register

    def register_and_say(*args, **kwargs):
        answer = register(*args, **kwargs)
        say({"id": id, "answer": None})
        return answer

    client.register = register_and_say
    client.call_on_each_event(lambda event: say({"id": id, "event": event}), **options)


client = connect()
methods = [name for name in dir(client) if callable(getattr(client, name)) and name[0] != "_"]
say({"id": 0, "answer": methods})
for text in sys.stdin:
    line = json.loads(text)
    if "listen" in line:
        threading.Thread(target=listen, args=(line["id"], line["listen"]), daemon=True).start()
        continue
    try:
        say({"id": line["id"], "answer": call(client, line)})
    except Exception as error:
        say({"id": line["id"], "raised": repr(error)})
