/** Where the pages for people are, below the base URL, and the links to them that the desk gives out. */
import type { Links } from "../../calls/ports-links.ts";

export const PAGE_PATHS = {
  setup: (token: string) => `/setup/${token}`,
  /** Back from the payment provider. */
  setupReturn: (token: string) => `/setup/${token}/return`,
  topUp: (token: string) => `/top-up/${token}`,
  account: "/account",
  /** A one-time link. */
  enter: (link: string) => `/account/enter/${link}`,
  /** A shared call. */
  share: (token: string) => `/s/${token}`,
  docs: "/docs",
  docsGuide: "/docs/guide",
  docsAgents: "/docs/agents",
  docsSetUp: "/docs/set-up",
  docsApi: "/docs/api",
  docsOperation: (name: string) => `/docs/api/${name}`,
  docsErrors: "/docs/errors",
  docsError: (code: string) => `/docs/errors/${code}`,
  docsConfiguration: "/docs/configuration",
} as const;

/** `baseUrl` has no slash at its end, and is asked each time: with port 0 it is known only after listening. */
export function pageLinks(baseUrl: () => string): Links {
  return {
    setup: (token) => baseUrl() + PAGE_PATHS.setup(token),
    setupReturn: (token) => baseUrl() + PAGE_PATHS.setupReturn(token),
    topUp: (token) => baseUrl() + PAGE_PATHS.topUp(token),
    account: () => baseUrl() + PAGE_PATHS.account,
    enter: (link) => baseUrl() + PAGE_PATHS.enter(link),
    share: (token) => baseUrl() + PAGE_PATHS.share(token),
  };
}
