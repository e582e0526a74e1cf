import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
const mark = '//# allFunctionsCalledOnLoad\n';

const locales = 'public/locales';

/** Marks the large scripts of a build for eager compilation and writes brotli copies of scripts, styles and texts. */
export async function packAssets(distDir: string): Promise<void> {
  const folder = join(distDir, 'static');
  await packTexts(join(distDir, 'locales'));
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  await Promise.all(
    names
      .filter((name) => /\.(js|css)$/.test(name))
      .map(async (name) => {
        const file = join(folder, name);
        // Chromium compiles a marked file while it downloads instead of per function on first call: pays off for large
        // files. The mark must be the first line.
        if (name.endsWith('.js') && statSync(file).size > 20_000) markScript(file);
        // Served by `src/web.ts` to clients that accept brotli.
        writeFileSync(`${file}.br`, await compress(readFileSync(file)));
      }),
  );
}

/** `locales/ru/orders.json.br`, without the line breaks of the source. */
async function packTexts(folder: string): Promise<void> {
  const names = readdirSync(locales, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  await Promise.all(
    names.map(async (name) => {
      const file = join(folder, `${name}.br`);
      mkdirSync(dirname(file), { recursive: true });
      const texts: unknown = JSON.parse(readFileSync(join(locales, name), 'utf8'));
      writeFileSync(file, await compress(JSON.stringify(texts)));
    }),
  );
}

/** The source map, where there is one, moves by the line of the mark. */
function markScript(file: string): void {
  writeFileSync(file, mark + readFileSync(file, 'utf8'));
  const mapFile = `${file}.map`;
  if (!statSync(mapFile, { throwIfNoEntry: false })) return;
  const map = JSON.parse(readFileSync(mapFile, 'utf8'));
  writeFileSync(mapFile, JSON.stringify({ ...map, mappings: `;${map.mappings}` }));
}
