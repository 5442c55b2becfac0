/** Links to the pages for people, whole, as the desk gives them out. What they look like is known to who serves them. */
export interface Links {
  /** The set-up of a call, with its form. */
  setup(token: string): string;
  /** Back from the payment provider to that set-up. */
  setupReturn(token: string): string;
  /** The public top-up of an account. */
  topUp(token: string): string;
  /** The account page. */
  account(): string;
  /** Once into the account page. */
  enter(link: string): string;
  /** A shared call. */
  share(token: string): string;
}
