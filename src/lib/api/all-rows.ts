import type { Rows } from './client';

/** Rows of all pages, asked one after another; `most` limits the pages. */
export async function allRows<Row>(most: number, ask: (page: number) => Promise<Rows<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; page <= most; page += 1) {
    const { rows, paginator } = await ask(page);
    all.push(...rows);
    if (page >= paginator.lastPage) break;
  }
  return all;
}
