import type { AnyResource } from '@/contract/core/define';
import { api } from '@/lib/api/client';

/** Sends a form with a file in it; `onProgress` is told how much of it has gone, in per cent. */
export function sendForm<Answer>(
  path: string,
  fields: Record<string, string | File>,
  onProgress?: (percent: number) => void,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return api.call<Answer>({
    method: 'post',
    url: path,
    data: form,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? Math.round((loaded / total) * 100) : 0),
  });
}

/** Gives a file that the API makes to the person, byte for byte: a workbook is no text. */
export async function download(path: string, query: object, name: string): Promise<void> {
  saveFile(await api.call<Blob>({ url: path, params: query, responseType: 'blob' }), name);
}

/** Saves a list as a CSV file: what its query matches on all pages, with the columns that are shown (design §7). */
export async function exportList(
  resource: AnyResource,
  { page: _page, limit: _limit, ...query }: Record<string, unknown>,
  columns: readonly string[],
): Promise<void> {
  const file = await api.file(`${resource.endpoint}/export`, { ...query, columns: columns.join(',') });
  saveFile(file.content, file.name ?? `${resource.name}.csv`);
}

/** Gives a file to the person as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has to have begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
