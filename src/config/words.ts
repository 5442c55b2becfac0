/** What each setting is for, in a sentence, by its path: what the reference says beside the schema's own facts. */
export const WORDS: Readonly<Record<string, string>> = {
  "server.host":
    "Address to listen on. Anything but a loopback address needs billing.passphrase with house billing, and so does a public_url or a proxy through which others come.",
  "server.port": "Port of the interface and the pages; 0: any free one.",
  "server.public_url":
    "As agents and people reach the appliance: links are made from it. null: the address it listens on.",
  "server.allowed_hosts": "Host names to answer to besides localhost and the one of public_url.",
  "server.trusted_proxies": "Reverse proxies whose X-Forwarded-For is believed when free demo calls are counted.",
  "server.drain_seconds": "How long calls under way may go on after SIGTERM before they say goodbye.",
  "server.max_concurrent_calls":
    "Calls carried at the same time, in all; demo calls without a key get at most half of them. null: as many as the machine was measured to carry at the start.",
  "server.refuse_when_strained":
    "While threads are held up or the database's disk is slow, no new call is accepted beside others under way, so that none of them is hurt.",
  "log.level": "How much is logged. Numbers, transcripts and keys pressed are never logged at info.",
  "telemetry.otlp_url":
    "A collector of OpenTelemetry, such as http://127.0.0.1:4318: each call, turn and stage goes there as a trace, with figures and no words. null: none.",
  data_dir:
    "Where calls, accounts, money and Asterisk's working files are kept; two appliances on one machine need different ones.",
  "backup.at":
    "When a backup is made each night, by the machine's clock, into the data folder's backups; each is tried before it counts. null: none.",
  "backup.keep": "How many nightly backups are kept.",
  "disk.min_free_mb":
    "With less free disk for the data folder, in MB, no new calls are accepted; calls under way are still written.",
  "asterisk.mode": "managed: the appliance starts and watches its own Asterisk. external: one that you run.",
  "asterisk.sip_port": "Where the managed Asterisk speaks SIP with the trunk; 0: any free port.",
  "asterisk.rtp_ports": "UDP ports for audio, two a call, and no more calls than that: open them in the firewall.",
  "asterisk.ari_url": "external only: where ARI answers.",
  "asterisk.ari_username": "external only: the login of ARI.",
  "asterisk.ari_password": "external only: its password.",
  "asterisk.media_host": "external only: address to listen on for the audio that your Asterisk brings.",
  "asterisk.media_port": "external only: its first port; up to three behind it are used too.",
  "asterisk.media_username": "external only: what your Asterisk shows there; null: the login of ARI.",
  "asterisk.media_password": "external only: its password; null: that of ARI.",
  "asterisk.demo_sip_port": "external only: where the demo number's business answers, on this machine only.",
  "trunk.host":
    "The carrier's SIP server, by its address or a name that a name server knows: Asterisk does not look into /etc/hosts. Without it only the demo number can be called.",
  "trunk.port": "Its port.",
  "trunk.transport": "How SIP travels to it.",
  "trunk.username": "For carriers that ask for a login; null: they know your address.",
  "trunk.password": "The login's password.",
  "trunk.register": "Register there and stay registered; needs a login.",
  "trunk.caller_id": "The number the callee sees; it must be yours.",
  "trunk.codecs": "In order of preference.",
  "trunk.number_format": "How a number is dialled: e164 sends +14155550123, digits sends 14155550123.",
  "trunk.external_address": "The address the world sees this machine under, when it is behind NAT.",
  "trunk.dtmf":
    "How keys are pressed: rfc4733 as events in the audio stream, info as SIP INFO, inband as tones, auto as events where the carrier takes them, else as tones.",
  "trunk.dtmf_key_ms": "How long each key is held, in milliseconds.",
  "trunk.dtmf_gap_ms": "The pause behind each key, in milliseconds.",
  "demo.phone": "The demo number, at which the fictional business answers; calls to it never leave the machine.",
  "demo.calls_per_day": "Free calls to it per account, or per client address without a key.",
  "assistant.name": "The name it gives.",
  "assistant.disclosure": "Says at the beginning that it is an automated assistant. Many countries demand it.",
  "assistant.max_call_seconds": "Longest call, from the answer.",
  "assistant.answer_wait_seconds": "How long the line is held while the agent answers a pending_question.",
  "assistant.ring_seconds": "How long it may take to be answered, from the INVITE.",
  "assistant.hold_seconds":
    "How long music, queues and menus are sat out in one go, before the assistant gives up; never longer than max_call_seconds allows.",
  "speech.stt": "What hears: one engine, or a list in order of preference.",
  "speech.stt.provider": "Which engine hears.",
  "speech.stt.api_key": "Needed by the hosted service, not by a server of your own.",
  "speech.stt.base_url": "Where it answers: another server with the same interface. The audio goes there.",
  "speech.stt.model":
    "Which model hears. For the embedded engine, auto takes the neural one where the machine can carry it.",
  "speech.stt.languages":
    "What it hears: for a server or a folder of your own whose model's name does not say it. null: what is known of the model.",
  "speech.stt.model_dir": "The folder of a sherpa-onnx model, as it was published.",
  "speech.tts": "What speaks: one engine, or a list in order of preference.",
  "speech.tts.provider": "Which engine speaks.",
  "speech.tts.api_key": "Needed by the hosted service, not by a server of your own.",
  "speech.tts.base_url": "Where it answers: another server with the same interface. What is said goes there.",
  "speech.tts.model":
    "Which model speaks. For the embedded engine, auto takes the neural one where the machine can carry it.",
  "speech.tts.languages":
    "What it speaks: for a server or a folder of your own whose model's name does not say it. null: what is known of the model.",
  "speech.tts.model_dir": "The folder of a sherpa-onnx voice, as it was published.",
  "speech.tts.voice": "Whose voice; null: the engine's own choice.",
  "speech.tts.sample_rate_hz": "In Hz; null: what suits the line.",
  llm: "What thinks: one engine, or a list in order of preference.",
  "llm.provider": "Which engine thinks: embedded goes by rules, without a model.",
  "llm.api_key": "Needed by the hosted service, not by a server of your own.",
  "llm.base_url": "Where it answers; any server with that interface. What is said in the call goes there.",
  "llm.model": "Which model thinks.",
  "latency.connect_while_ringing":
    "Connections to hosted engines are made while it rings and whenever the other side begins to speak, and the opening is rendered ahead.",
  "latency.phrases_ahead":
    "With a language model: the few words with which its replies mostly begin, and the filler, are rendered while it rings and kept for all calls.",
  "latency.speculative_reply":
    "A reply is begun as soon as they have probably finished, and thrown away when they go on: a language model is asked more often.",
  "latency.clause_by_clause":
    "The first clause of a reply is rendered and played while the rest is still being written.",
  "latency.filler":
    'With a language model: a few words such as "One moment, please", once in a turn, when nothing has been heard for 0.9 s and no word of the reply is there yet.',
  "billing.provider": "house: the appliance's own credit, nothing leaves the machine. stripe: cards.",
  "billing.passphrase":
    "What approves each set-up and top-up. Needed as soon as server.host, server.public_url or server.trusted_proxies shows that others reach the appliance.",
  "billing.secret_key": "The secret key of Stripe's interface.",
  "billing.webhook_secret": "Signs what Stripe tells us.",
  "billing.base_url": "Another address than Stripe's, for tests.",
  "policy.allowed_countries": "Where calls may go.",
  "policy.blocked_numbers": "Numbers, or how they begin, that are never called.",
  "policy.own_numbers": "Your numbers besides trunk.caller_id: never called.",
  "policy.default_country": "In whose national spelling numbers may be given; null: only with their country code.",
  "policy.quiet_hours": "Hours in the callee's own time in which nobody is called.",
  "policy.quiet_hours.from": "When they begin.",
  "policy.quiet_hours.to": "When they end.",
  "policy.calls_per_number_per_day": "Calls to one number in a day; the demo number is exempt.",
  "policy.concurrent_calls_per_account": "Calls of one account at the same time.",
  "policy.calls_per_account_per_day": "Calls of one account in a day.",
  "policy.calls_per_minute": "Calls placed by one account in a minute.",
  "policy.keyless_requests_per_minute":
    "Requests that need no key, from one address. Five minutes' worth may come at once; beyond: 429.",
  "policy.keyless_requests_per_minute_in_all": "The same, from everywhere.",
  "webhooks.allow":
    "Host names, addresses and ranges of yours that webhooks may lead to besides the public internet; to a host that is named here also over http.",
  "webhooks.timeout_seconds": "How long a receiver may take to answer.",
  "webhooks.concurrency": "Deliveries under way at a time, four of them at most to one webhook.",
  "webhooks.per_account": "Webhooks that an account may have; 0: none.",
  "webhooks.keep_days": "How long deliveries that were made or given up stay in the log.",
  "directory.provider": "Where businesses are looked up: embedded is what you imported.",
  "directory.nominatim_url": "The Nominatim server that is asked.",
  "directory.overpass_url": "The Overpass server that is asked.",
  "directory.contact": "An address at which you can be reached; the public servers demand it.",
  "directory.api_key": "The key of Google's interface.",
  "directory.base_url": "Another address than Google's, for tests.",
  "directory.requests_per_day":
    "How much may be asked in a day (UTC, counted since the start), because it costs you money.",
};
