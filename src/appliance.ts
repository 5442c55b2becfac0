/**
 * Puts the appliance together: store, engines, conversation threads, exchanges, desk, HTTP. `main.ts` runs one as a
 * program. What is started here is ended here, in the opposite order, also when the start fails half-way.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Logger } from "pino";
import { createDesk } from "./calls/desk.ts";
import { createPolicy } from "./calls/policy/policy.ts";
import type { Settings } from "./config/schema.ts";
import type { Directory } from "./calls/ports-directory.ts";
import type { CheckPolicy } from "./calls/ports-policy.ts";
import type { Pbx } from "./calls/ports.ts";
import { startConversationThreads } from "./conversation/threads.ts";
import type { ConversationThreads } from "./conversation/threads.ts";
import { matterOf, openingLine } from "./conversation/brain/matter.ts";
import { businessPhrases } from "./demo/business-phrases.ts";
import { parseBusiness } from "./demo/business.ts";
import { openEmbeddedDirectory } from "./directory/embedded.ts";
import { chooseDirectory } from "./directory/provider.ts";
import { startEmbeddedEngines } from "./embedded-engines.ts";
import type { StartEngines } from "./embedded-engines.ts";
import { demandEmbeddedEngines } from "./engine-choice.ts";
import { startExchanges } from "./exchanges.ts";
import { createHttpServer } from "./http/server.ts";
import { allOrNone } from "./lib/all-or-none.ts";
import { systemClock } from "./lib/clock.ts";
import { randomToken } from "./lib/ids.ts";
import { PROJECT_ROOT } from "./lib/installation.ts";
import type { AsteriskInstallation } from "./lib/installation.ts";
import { systemTimers } from "./lib/timers.ts";
import { openPayments } from "./payments/payments.ts";
import { deskSettings, httpSettings, policySettings } from "./settings-for.ts";
import { openStore } from "./store/store.ts";
import { warmPolicy, warmUp } from "./warm-up.ts";

export type Appliance = {
  readonly baseUrl: string;
  /** Accepts no more calls; resolves when the last one has ended, by a goodbye after `drain_seconds`. */
  drain(): Promise<void>;
  /** Ends everything. Calls that still run are cut. */
  stop(): Promise<void>;
};

const LOOPBACK = "127.0.0.1";
const DEMO_BUSINESS = join(PROJECT_ROOT, "config/businesses/blue-harbor-bistro.yaml");

const BUSINESSES = join(PROJECT_ROOT, "config/directory/businesses.csv");

/** Rejects with one sentence and nothing left running. Aborting the signal gives the start up. */
export async function startAppliance(
  settings: Settings,
  installation: AsteriskInstallation,
  log: Logger,
  signal: AbortSignal,
  startEngines: StartEngines = startEmbeddedEngines,
): Promise<Appliance> {
  demandEmbeddedEngines(settings, log);
  await using stack = new AsyncDisposableStack();
  const store = openStore({
    folder: settings.data_dir,
    onEffectError: (error) => log.error({ err: error }, "an effect after a commit failed"),
  });
  stack.defer(() => store.close());

  const mediaLogin = { username: "asterisk", password: randomToken(32) };
  const demoBusiness = readFileSync(DEMO_BUSINESS, "utf8");
  const business = parseBusiness(demoBusiness);
  // Everything that takes long is started at the same time; what fails first gives up the rest.
  const giveUp = new AbortController();
  const starting = AbortSignal.any([signal, giveUp.signal]);
  const engines = await startEngines({ businessVoice: business.voice, log });
  stack.defer(() => engines.close());

  async function startLines(): Promise<{ readonly threads: ConversationThreads; readonly pbx: Pbx }> {
    const threads = await startConversationThreads({
      count: Math.max(1, Math.min(4, availableParallelism() - 1)),
      entry: engines.entry,
      birth: () => {
        const { data, transfer } = engines.connect();
        const media = { host: LOOPBACK, port: 0, ...mediaLogin };
        return { data: { ...data, media, logLevel: log.level }, transfer };
      },
      demoHints: businessPhrases(business),
      log,
    });
    stack.defer(() => threads.end());
    const parts = { settings, installation, threads, mediaLogin, demoBusiness, log };
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
  let baseUrl = settings.server.public_url ?? "";
  const desk = createDesk({
    store,
    pbx,
    conversations: threads,
    payments: await openPayments(settings.billing),
    checkPolicy,
    around: {
      directory,
      openingLine: (brief, assistant) => openingLine(matterOf({ brief, assistant })),
      thinkAhead: null,
    },
    clock: systemClock,
    timers: systemTimers,
    settings: deskSettings(settings, () => baseUrl),
    log,
  });
  stack.defer(() => desk.close());
  desk.reconcile();

  const server = createHttpServer(
    { operations: desk, pages: desk, around: desk, settings: httpSettings(settings), clock: systemClock, log },
    signal,
  );
  stack.defer(() => server.close());
  baseUrl = await server.listen();
  const warming = warmUp({
    openingLine: (brief) => openingLine(matterOf({ brief, assistant: settings.assistant })),
    planCall: (request, over) => desk.planCall(request, over),
    timers: systemTimers,
    onError: (error) => log.warn({ err: error }, "a part of the rules could not be warmed up"),
  });
  stack.defer(() => warming.end());
  const owned = stack.move();
  return { baseUrl, drain: () => desk.drain(), stop: () => owned.disposeAsync() };
}
