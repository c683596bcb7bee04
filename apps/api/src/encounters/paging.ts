/** A `Link` header to the next page: this address with one parameter replaced. */
export function nextLink(url: string, parameter: string, value: string): string {
  const next = new URL(url, 'http://localhost');
  next.searchParams.set(parameter, value);
  return `<${next.pathname}${next.search}>; rel="next"`;
}
