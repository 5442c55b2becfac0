/**
 * Puts the appliance together: store, engines, conversation threads, exchanges, desk, HTTP. `main.ts` runs one as a
 * program. What is started here is ended here, in the opposite order, also when the start fails half-way.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { createDesk } from "../calls/desk.ts";
import { createPolicy } from "../policy/policy.ts";
import { settingsReference } from "../config/reference.ts";
import type { Settings } from "../config/schema.ts";
import type { Directory } from "../planning/ports.ts";
import type { CheckPolicy } from "../policy/ports.ts";
import type { Pbx } from "../calls/ports.ts";
import { startConversationThreads } from "../conversation/threads.ts";
import type { LastWords } from "../conversation/messages.ts";
import type { ConversationThreads } from "../conversation/threads.ts";
import { oftenSaid } from "../conversation/dialog/brain/english/texts.ts";
import { openingLineOf } from "../conversation/dialog/opening-line.ts";
import { parseBusiness } from "../demo/business.ts";
import { openEmbeddedDirectory } from "../directory/embedded.ts";
import { chooseDirectory } from "../directory/provider.ts";
import { offerAgentTools } from "./agent-tools.ts";
import { awaitFileVerdict } from "./file-verdict.ts";
import type { StartEngines } from "./embedded-engines.ts";
import { startExchanges } from "./exchanges.ts";
import { keepHouse } from "./housekeeping.ts";
import { pageLinks } from "../http/pages/paths.ts";
import { createHttpServer } from "../http/server.ts";
import { allOrNone } from "../lib/all-or-none.ts";
import { systemClock, systemTimers } from "../lib/clock.ts";
import { PROJECT_ROOT } from "../lib/installation.ts";
import type { AsteriskInstallation } from "../lib/installation.ts";
import { openPayments } from "../payments/payments.ts";
import { deskSettings, httpSettings, mediaSettings, policySettings, timeSavers } from "./settings-for.ts";
import { newestBackupMs } from "../store/backup.ts";
import { backUpInThread } from "../store/nightly.ts";
import { openStore } from "../store/store.ts";
import { seatsWithPorts } from "./seats.ts";
import { watchStrain } from "./strain.ts";
import { openTelemetry } from "./telemetry.ts";
import { openThinkAhead } from "./think-ahead.ts";
import { warmPolicy, warmUp } from "./warm-up.ts";
import { openWebhooks } from "./webhooks.ts";

export type Appliance = {
  readonly baseUrl: string;
  /** What it hears and speaks with, for the start line; null when there is nothing to say. */
  readonly described: string | null;
  /** Resolves with a sentence when it can do nothing useful any more and has to be started anew; else never. */
  readonly broken: Promise<string>;
  /** Accepts no more calls; resolves when the last one has ended, by a goodbye after `drain_seconds`. */
  drain(): Promise<void>;
  /** Ends everything. Calls that still run are cut. */
  stop(): Promise<void>;
};

const DEMO_BUSINESS = join(PROJECT_ROOT, "config/businesses/blue-harbor-bistro.yaml");

const BUSINESSES = join(PROJECT_ROOT, "config/directory/businesses.csv");

/** Rejects with one sentence and nothing left running. Aborting the signal gives the start up. */
export async function startAppliance(
  settings: Settings,
  installation: AsteriskInstallation,
  log: Logger,
  signal: AbortSignal,
  startEngines: StartEngines,
): Promise<Appliance> {
  await using stack = new AsyncDisposableStack();
  const broken = Promise.withResolvers<string>();
  const fileVerdict = Promise.withResolvers<string | null>();
  const strain = watchStrain(
    () => systemClock.monotonicMs(),
    (why) => log.warn({ why }, why === null ? "the machine is strained no more" : "the machine is strained"),
  );
  const store = openStore({
    folder: settings.data_dir,
    onBroken: broken.resolve,
    onWaited: (ms) => strain.note("disk", ms),
    onFileChecked: fileVerdict.resolve,
    minFreeBytes: settings.disk.min_free_mb * 1024 * 1024,
    onEffectError: (error) => log.error({ err: error }, "an effect after a commit failed"),
  });
  stack.defer(() => store.close());

  const telemetry = await openTelemetry(settings, log, (longestMs) => strain.note("main", longestMs));
  stack.defer(() => telemetry.close());
  const media = mediaSettings(settings);
  const savers = timeSavers(settings);
  const demoBusiness = readFileSync(DEMO_BUSINESS, "utf8");
  const business = parseBusiness(demoBusiness);
  // Everything that takes long is started at the same time; what fails first gives up the rest.
  const giveUp = new AbortController();
  const starting = AbortSignal.any([signal, giveUp.signal]);
  const engines = await startEngines({ settings, businessVoice: business.voice, log });
  stack.defer(() => engines.close());

  // Somebody else's Asterisk keeps none for us.
  let keepLastWords: (words: LastWords) => void = () => undefined;

  async function startLines(): Promise<{ readonly threads: ConversationThreads; readonly pbx: Pbx }> {
    const threads = await startConversationThreads({
      count: Math.max(1, Math.min(4, availableParallelism() - (engines.elsewhere === true ? 0 : 1))),
      entry: engines.entry,
      firstPort: media.firstPort,
      birth: () => {
        const { data, transfer } = engines.connect();
        const listener = { host: media.host, port: 0, ...media.login };
        return { data: { ...data, media: listener, timeSavers: savers, logLevel: log.level }, transfer };
      },
      onLastWords: (words) => keepLastWords(words),
      log,
      onDelay(thread, longestMs) {
        telemetry.metrics.countDelay(thread, longestMs);
        strain.note(thread, longestMs);
      },
    });
    stack.defer(() => threads.end());
    const onLastWords = (take: typeof keepLastWords): void => void (keepLastWords = take);
    const parts = { settings, installation, threads, media, demoBusiness, onLastWords, log };
    const [, pbx] = await allOrNone([threads.ready, startExchanges(parts, stack, starting)], giveUp);
    return { threads, pbx };
  }

  async function openDirectory(): Promise<Directory> {
    const embedded = openEmbeddedDirectory({
      folder: settings.data_dir,
      seed: { path: BUSINESSES, demoPhone: settings.demo.phone },
      nowMs: systemClock.wallMs(),
    });
    stack.defer(() => embedded.close());
    const monotonicMs = (): number => systemClock.monotonicMs();
    return chooseDirectory(settings.directory, embedded, monotonicMs, (error) =>
      log.warn({ err: error }, "the live directory could not be asked"),
    );
  }

  async function openPolicy(): Promise<CheckPolicy> {
    const checkPolicy = createPolicy(policySettings(settings));
    warmPolicy(checkPolicy, systemClock.wallMs());
    return checkPolicy;
  }

  const [, { threads, pbx }, directory, checkPolicy] = await allOrNone(
    [engines.ready ?? Promise.resolve(), startLines(), openDirectory(), openPolicy()],
    giveUp,
  );
  signal.throwIfAborted();
  const { data_dir: folder } = settings;
  await awaitFileVerdict({ folder, verdict: fileVerdict.promise, onDamaged: broken.resolve, timers: systemTimers });
  const { metrics } = telemetry;
  const ahead = await openThinkAhead(settings, (usage) => metrics.countUsage(usage));
  stack.defer(() => ahead?.close());
  let baseUrl = settings.server.public_url ?? "";
  const desk = createDesk({
    store,
    pbx,
    conversations: { ...threads, notReady: () => engines.notReady?.() ?? threads.notReady() },
    capacity: {
      seats: () => seatsWithPorts(settings.server.max_concurrent_calls ?? engines.seats?.() ?? null, settings.asterisk),
      strained: () => (settings.server.refuse_when_strained ? strain.why() : null),
    },
    payments: await openPayments(settings.billing),
    checkPolicy,
    around: {
      directory,
      openingLine: (brief, assistant) => openingLineOf({ brief, assistant }),
      thinkAhead: ahead?.think ?? null,
    },
    clock: systemClock,
    timers: systemTimers,
    links: pageLinks(() => baseUrl),
    onUsage: (usage) => metrics.countUsage(usage),
    onFact: (fact) => telemetry.take(fact),
    settings: deskSettings(settings),
    log,
  });
  stack.defer(() => desk.close());
  telemetry.watch({ desk, store, pbx });
  desk.reconcile();
  const house = keepHouse({
    verify: () => desk.verify(),
    backUp: {
      at: settings.backup.at,
      newestMs: () => newestBackupMs(settings.data_dir),
      async make() {
        const { path, bytes } = await backUpInThread(settings.data_dir, settings.backup.keep, systemClock.wallMs());
        log.info({ path, bytes }, "a backup was made and is good");
      },
    },
    clock: systemClock,
    timers: systemTimers,
    onError: (error, what) => log.error({ err: error }, what),
  });
  stack.defer(() => house.end());

  const webhooks = openWebhooks({
    store,
    desk,
    settings: settings.webhooks,
    clock: systemClock,
    timers: systemTimers,
    log,
  });
  stack.defer(() => webhooks.deliveries.end());
  const server = createHttpServer(
    {
      operations: desk,
      pages: desk,
      around: desk,
      webhooks: webhooks.operations,
      settings: httpSettings(settings, engines.described ?? null),
      metrics,
      clock: systemClock,
      agentTools: offerAgentTools(log),
      reference: settingsReference(),
      log,
    },
    signal,
  );
  stack.defer(() => server.close());
  baseUrl = await server.listen();
  const warming = warmUp({
    openingLine: (brief) => openingLineOf({ brief, assistant: settings.assistant }),
    // The rules are to be warm: a language model is not asked for that.
    planCall: (request) => desk.planCall(request, AbortSignal.abort()),
    oftenSaid: engines.speakAhead === undefined ? [] : oftenSaid(),
    speakAhead: async (text, over) => engines.speakAhead?.(text, over),
    timers: systemTimers,
    onError: (error) => log.warn({ err: error }, "a part of the rules could not be warmed up"),
  });
  stack.defer(() => warming.end());
  const asking = new AbortController();
  stack.defer(() => asking.abort());
  // Not waited for: until somebody mends them, the next of the list and the embedded ones do their work.
  tellRefusals(settings, log, asking.signal).catch(() => undefined);
  const owned = stack.move();
  return {
    baseUrl,
    described: engines.described ?? null,
    broken: broken.promise,
    drain: () => desk.drain(),
    stop: () => owned.disposeAsync(),
  };
}

async function tellRefusals(settings: Settings, log: Logger, signal: AbortSignal): Promise<void> {
  const used = [...settings.speech.stt, ...settings.speech.tts, ...settings.llm];
  if (used.every(({ provider }) => provider === "embedded" || provider === "sherpa")) return;
  // Loaded here, because its SDKs take time and memory that others should not pay for.
  const { refusedEngines } = await import("../engines/check-engines.ts");
  const sentences = await refusedEngines(settings, signal);
  for (const reason of sentences) log.error({ reason }, "an engine of the settings cannot be used");
}
