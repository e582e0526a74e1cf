import type { ProductImport } from '@/contract/catalogue/products/imports';
import { panelAccept } from '@/contract/core/panel-client';
import { workOn } from '@/server/modules/catalogue/import/worker';
import type { TestApp } from './server';
import { signIn } from './session';

type User = { id: number } | null;

/** Posts a form with one file, like the panel. */
export async function sendFile<Body>(
  api: TestApp,
  user: User,
  path: string,
  file: { name: string; content: string | Buffer; field?: string } | undefined,
  fields: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const boundary = '----gostiny';
  const part = (name: string, value: string | Buffer, more = '') => [
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ];
  const payload = Buffer.concat([
    ...(file ? part(file.field ?? 'csv', file.content, `; filename="${file.name}"`) : []),
    ...Object.entries(fields).flatMap(([name, value]) => part(name, value)),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const token = user ? await signIn(api.db, user.id, api.now()) : '';
  const answer = await api.app.inject({
    method: 'POST',
    url: `/admin/rest/${path}`,
    headers: {
      accept: panelAccept,
      ...(token && { authorization: `Bearer ${token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload,
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
}

/** Dependencies of the import worker in tests. */
export function workerDeps(api: TestApp) {
  return {
    db: api.db,
    now: api.now,
    dataDir: api.dataDir,
    publicUrl: 'https://shop.test',
    databaseKind: 'embedded' as const,
  };
}

const isBusy = ({ status }: ProductImport) => status === 'checking' || status === 'running';

/** Waits until an import is no longer in progress and returns it. */
export async function settled(api: TestApp, user: User, id: number): Promise<ProductImport> {
  for (;;) {
    const { body } = await api.request<ProductImport>(user, 'GET', `product-imports/${id}`);
    if (!isBusy(body)) return body;
    // Runs the queued import here, unless the worker of the API has claimed it.
    if (!(await workOn(workerDeps(api)))) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
