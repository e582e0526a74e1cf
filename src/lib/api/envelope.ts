import type { PaginatorInfo } from '@/contract/core/paging';

/** Readers of the answers that servers of this dialect give to a list (reference endpoints §1 and §20). */

/** The rows of a bare list, of `{data: […]}`, or of a list that lost its order and became an object with number keys. */
export function rowsOf<Row>(answer: unknown): Row[] {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [];
  if (Array.isArray(answer.data)) return answer.data;
  if (isObject(answer.data)) return rowsOf(answer.data);
  const keys = Object.keys(answer);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? (Object.values(answer) as Row[]) : [];
}

/**
 * Page information in camelCase (specification §3): `hasMorePages` is true when the last page differs from the current
 * one. Page fields stand at the top, or under `meta` and `links`; any may be missing or arrive as text. An empty list
 * of some servers is page 0 of 0. Page addresses are only handed through: some servers write wrong ones.
 */
export function paginatorOf(answer: unknown): PaginatorInfo {
  const rows = rowsOf(answer).length;
  const top = isObject(answer) ? answer : {};
  const meta = isObject(top.meta) && !('current_page' in top) ? top.meta : top;
  const links = isObject(top.links) && !Array.isArray(top.links) ? top.links : {};
  const currentPage = Math.max(1, numberOf(meta.current_page) ?? 1);
  const lastPage = Math.max(1, numberOf(meta.last_page) ?? currentPage);
  const perPage = numberOf(meta.per_page) ?? rows;
  const first = (currentPage - 1) * perPage + 1;
  return {
    currentPage,
    lastPage,
    perPage,
    from: numberOf(meta.from) || (rows > 0 ? first : null),
    to: numberOf(meta.to) || (rows > 0 ? first + rows - 1 : null),
    total: numberOf(meta.total) ?? rows,
    totalIsEstimate: meta.total_is_estimate === true,
    hasMorePages: lastPage !== currentPage,
    firstPageUrl: textOf(top.first_page_url ?? links.first),
    lastPageUrl: textOf(top.last_page_url ?? links.last),
    nextPageUrl: textOf(top.next_page_url ?? links.next),
    prevPageUrl: textOf(top.prev_page_url ?? links.prev),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
