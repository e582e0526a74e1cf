import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as yup from 'yup';

/** The manifest of a backup, stored as `backup.json` in its folder. */
const schema = yup.object({
  format: yup.number().oneOf([1]).required(),
  made_at: yup.string().required(),
  /** Migrations applied to its tables, in order. */
  migrations: yup.array(yup.string().required()).required(),
  tables: yup
    .array(
      yup
        .object({
          name: yup.string().required(),
          columns: yup.array(yup.string().required()).required(),
          rows: yup.number().required(),
        })
        .required(),
    )
    .required(),
  /** Last value of each sequence; null for one that was never used. */
  sequences: yup
    .array(
      yup.object({ name: yup.string().required(), last: yup.number().nullable().default(null) }).required(),
    )
    .required(),
  files: yup.array(yup.string().required()).required(),
});

export type Manifest = yup.InferType<typeof schema>;

export const manifestFile = 'backup.json';

/** Paths of a table's rows and of an upload within a backup. */
export const rowsFile = (table: string) => join('tables', `${table}.jsonl.gz`);
export const uploadFile = (path: string) => join('files', path);

/** Throws an Error that describes what is wrong with the folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no ${manifestFile}.`);
  });
  try {
    return schema.validateSync(JSON.parse(text), { strict: true });
  } catch {
    throw new Error(`${manifestFile} of ${folder} is damaged, or of another version.`);
  }
}
