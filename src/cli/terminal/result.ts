/** What one request came to: the answer itself for programs, a sentence for people. */
export function tellResult({ json }: { readonly json: boolean }, body: unknown, sentence: string): void {
  console.log(json ? JSON.stringify(body, null, 2) : sentence);
}
