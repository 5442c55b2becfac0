// The one script of the documentation: copies snippets, sends what is tried, and follows the call that comes of it.
// Whatever it shows is set as text. A key is read when it is sent, and kept nowhere.
"use strict";

const REQUEST_DEADLINE_MS = 60_000;
const STREAM_TRIES = 5;
const SPEAKERS = { assistant: "Assistant", business: "Business", system: "Line" };

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

for (const snippet of document.querySelectorAll("pre.snippet")) offerCopy(snippet);
const trying = document.getElementById("try");
if (trying !== null) {
  trying.hidden = false;
  document.getElementById("try-without").hidden = true;
  letTry(trying);
}

function offerCopy(snippet) {
  const button = element("button", { type: "button", className: "second", textContent: "Copy" });
  const around = element("div", { className: "copied" });
  snippet.replaceWith(around);
  around.append(button, snippet);
  button.addEventListener("click", async () => {
    try {
      // Only there on https and on this machine.
      await navigator.clipboard.writeText(snippet.textContent);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(snippet);
      button.textContent = "Selected";
    }
    setTimeout(() => (button.textContent = "Copy"), 2000);
  });
}

function letTry(section) {
  const send = section.querySelector("[data-send]");
  const status = section.querySelector("[data-status]");
  const answer = section.querySelector("[data-answer]");
  const call = section.querySelector("[data-call]");
  let running = new AbortController();

  send.addEventListener("click", async () => {
    running.abort();
    running = new AbortController();
    const { signal } = running;
    answer.replaceChildren();
    call.replaceChildren();
    status.textContent = "Asking…";
    try {
      const request = readRequest(section);
      const response = await fetch(request.path, { ...request.options, signal: deadline(signal) });
      status.textContent = `Answered ${response.status}`;
      const stream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
      const shown = element("pre", { className: "snippet", tabIndex: 0 });
      answer.replaceChildren(shown);
      if (stream) await readChunks(response, (text) => shown.append(text));
      else {
        const text = await response.text();
        shown.textContent = pretty(text);
        if (section.dataset.demo !== "" && response.status === 201) {
          const placed = JSON.parse(text);
          const key = placed.call_key ?? placed.account_key ?? section.querySelector("[data-key]").value.trim();
          await followCall({ id: placed.call_id, key, status, call, answer: shown, signal });
        }
      }
    } catch (error) {
      if (!signal.aborted) status.textContent = error.message;
    }
  });
}

function deadline(signal) {
  return AbortSignal.any([signal, AbortSignal.timeout(REQUEST_DEADLINE_MS)]);
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** What is typed in, as a request; throws a sentence when it cannot be one. */
function readRequest(section) {
  let path = section.dataset.path;
  const query = new URLSearchParams();
  for (const input of section.querySelectorAll("[data-in]")) {
    const value = input.value.trim();
    if (input.dataset.in === "path" && value === "") throw new Error(`Fill in ${input.name}.`);
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (value !== "") query.set(input.name, value);
  }
  const headers = {};
  const key = section.querySelector("[data-key]")?.value.trim() ?? "";
  if (key !== "") headers.Authorization = `Bearer ${key}`;
  const body = section.querySelector("[data-body]")?.value;
  if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    refuseOtherNumbers(body, section.dataset.demo);
  }
  const options = {
    credentials: "omit",
    method: section.dataset.method.toUpperCase(),
    headers,
    ...(body === undefined ? {} : { body }),
  };
  return { path: query.size === 0 ? path : `${path}?${query}`, options };
}

/** What is tried here costs nothing and disturbs nobody. */
function refuseOtherNumbers(body, demo) {
  if (demo === "") return;
  let phone = null;
  try {
    phone = JSON.parse(body).phone;
  } catch {
    return; // The appliance says what is wrong with it.
  }
  const digits = typeof phone === "string" ? phone.replaceAll(/[^+\d]/g, "") : phone;
  if (digits !== demo) throw new Error(`From here only the demo number is called: set phone to ${demo}.`);
}

async function followCall({ id, key, status, call, answer, signal }) {
  const path = `/v1/calls/${encodeURIComponent(id)}`;
  const headers = { Authorization: `Bearer ${key}` };
  const talk = element("ol", { className: "talk" });
  talk.setAttribute("aria-label", "Transcript");
  talk.setAttribute("aria-live", "polite");
  const asked = element("div");
  const hangUp = element("button", { type: "button", className: "second", textContent: "Hang up" });
  hangUp.addEventListener("click", () => post("/hangup", {}));
  call.replaceChildren(talk, asked, hangUp);

  async function post(what, body) {
    try {
      const response = await fetch(path + what, {
        method: "POST",
        credentials: "omit",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: deadline(signal),
      });
      if (!response.ok) status.textContent = (await response.json()).error.message;
    } catch (error) {
      if (!signal.aborted) status.textContent = error.message;
    }
  }

  const take = {
    status: (news) => (status.textContent = `The call is ${news.status.replace("_", " ")}`),
    transcript: ({ entry }) => talk.append(line(entry)),
    question: ({ pending_question: question }) => asked.replaceChildren(...askBack(question, post)),
    ended: (ended) => {
      hangUp.remove();
      asked.replaceChildren();
      answer.textContent = JSON.stringify(ended, null, 2);
      status.textContent = `The call has ended: ${ended.outcome.summary}`;
    },
  };
  let lastId = null;
  let over = false;
  for (let tries = 0; tries < STREAM_TRIES && !over && !signal.aborted; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, 1000 * tries));
    const resumed = lastId === null ? headers : { ...headers, "Last-Event-ID": lastId };
    const response = await fetch(`${path}/events`, { credentials: "omit", headers: resumed, signal });
    if (!response.ok) throw new Error((await response.json()).error.message);
    await readEvents(response, (event) => {
      lastId = event.id;
      tries = 0;
      over = event.name === "ended";
      take[event.name]?.(JSON.parse(event.data));
    }).catch(() => undefined); // A stream that broke is taken up again.
  }
  if (!over && !signal.aborted) status.textContent = "The appliance can no longer be reached.";
}

function line({ role, text, cut_off: unsaid }) {
  const said = element("span", { className: "said", dir: "auto", textContent: unsaid ? `${text} —` : text });
  return element(
    "li",
    { className: role },
    element("span", { className: "who", textContent: SPEAKERS[role] ?? role }),
    said,
  );
}

function askBack(question, post) {
  if (question === null) return [];
  const input = element("input", { id: "try-reply", type: "text", autocomplete: "off" });
  const button = element("button", { type: "button", textContent: "Answer" });
  const reply = () => input.value.trim() !== "" && post("/answer", { answer: input.value });
  button.addEventListener("click", reply);
  input.addEventListener("keydown", (event) => event.key === "Enter" && reply());
  const label = element("label", { htmlFor: "try-reply", textContent: question.question });
  const note = element("p", { className: "quiet", textContent: "The business is waiting on the line for an answer." });
  note.setAttribute("role", "status");
  return [element("div", { className: "asked" }, note, element("div", { className: "field" }, label, input), button)];
}

async function readChunks(response, take) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) take(read.value);
}

/** Server-sent events; EventSource sends no key. */
async function readEvents(response, take) {
  let unread = "";
  await readChunks(response, (text) => {
    const blocks = (unread + text).split("\n\n");
    unread = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(
        block.split("\n").map((row) => [row.slice(0, row.indexOf(":")), row.slice(row.indexOf(":") + 2)]),
      );
      if (fields.data !== undefined) take({ id: fields.id, name: fields.event, data: fields.data });
    }
  });
}
