import { resources } from '@/contract';
import type { Attachment } from '@/contract/core/define';
import type { Database } from '@/server/core/context';
import { buildAttachment, type Scene } from './factories';
import { type SampleName, samples } from './samples';
import type { TestApp } from './server';

/** Rows of other families that a sample refers to, by family. */
export type Related = Partial<Record<SampleName, { id: number; slug: string }>>;

/** Creates the rows that a family's sample needs, recursively, each once. `create` calls the API as an administrator. */
export async function makeNeeds(
  name: SampleName,
  scene: { shop: { id: number }; store_owner: { id: number } },
  create: (endpoint: string, body: object) => Promise<{ id: number; slug: string }>,
  made: Related = {},
): Promise<Related> {
  for (const need of samples[name].needs ?? []) {
    if (made[need]) continue;
    await makeNeeds(need, scene, create, made);
    const body = samples[need].body({ ...scene, related: made }, 'super_admin');
    made[need] = await create(resources[need].endpoint, { ...body, slug: undefined });
  }
  return made;
}

/** Id of a row that `needs` created. */
export function idOf(related: Related, name: SampleName): number {
  const row = related[name];
  if (!row) throw new Error(`The sample does not say that it needs ${name}`);
  return row.id;
}

/** Fills `scene.related` with the rows that the family's sample needs. */
export async function withNeeds(api: TestApp, scene: Scene, name: SampleName): Promise<void> {
  if (samples[name].needsPicture) scene.picture = await picture(api.db, scene.store_owner);
  scene.related = await makeNeeds(name, scene, async (endpoint, body) => {
    const made = await api.request(scene.super_admin, 'POST', endpoint, body);
    if (made.status !== 201) throw new Error(`${endpoint}: ${made.status} ${JSON.stringify(made.body)}`);
    return made.body;
  });
}

/** An uploaded picture in the form of the API. */
export async function picture(db: Database, user: { id: number }): Promise<Attachment> {
  const { id, path, thumbnail_path, file_name } = await buildAttachment(db, { user });
  const uploads = '/admin/rest/uploads';
  return { id, original: `${uploads}/${path}`, thumbnail: `${uploads}/${thumbnail_path}`, file_name };
}
