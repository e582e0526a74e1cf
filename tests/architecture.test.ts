import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { domains } from '@/contract/domains';
import { dictionaryFiles, missingTexts, textsOf, withoutPlural } from './dictionaries';
import { circles, importGraph, type Source, sources, targetOf } from './sources';

/**
 * The rules of `docs/architecture.md`: who may import whom, one owner for each library, length, words. Each test names
 * the files that break it.
 */
/** Source files and pages of documentation below a folder, with their paths from the root. */
function codeFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|mts|md)$/.test(path))
    .map((path) => join(folder, path));
}

const breaking = (isBroken: (source: Source) => boolean) => sources.filter(isBroken).map(({ path }) => path);
const lines = (text: string) => text.split('\n').length - 1;

const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  server: ['contract', 'server'],
  lib: ['contract', 'lib'],
  state: ['contract', 'lib', 'state'],
  components: ['contract', 'lib', 'components'],
  crud: ['contract', 'lib', 'state', 'components', 'crud'],
  features: ['contract', 'lib', 'state', 'components', 'crud', 'features'],
  shell: ['contract', 'lib', 'state', 'components', 'crud', 'features', 'shell'],
  pages: ['contract', 'crud', 'features', 'shell', 'pages'],
  mock: ['contract', 'mock'],
  fakes: ['fakes'],
};

/** The files of `src` itself connect browser and server; Next requires its instrumentation there. */
const composition = ['main.ts', 'web.ts', 'instrumentation-client.ts', 'instrumentation.ts'];

describe('imports', () => {
  it('follow the table', () => {
    const wrong = sources.flatMap((source) =>
      composition.includes(source.path)
        ? []
        : source.imports.flatMap((name) => {
            const target = targetOf(source, name);
            const zone = target?.split('/')[0] ?? '';
            const isAllowed = target === undefined || mayImport[source.zone]?.includes(zone);
            return isAllowed ? [] : [`${source.path} imports ${name}`];
          }),
    );

    expect(wrong).toEqual([]);
  });

  it('never reach the mock', () => {
    const reaches = ({ path, zone, imports }: Source) =>
      zone !== 'mock' && imports.some((name) => targetOf({ path } as Source, name)?.startsWith('mock/'));

    expect(breaking(reaches)).toEqual([]);
  });

  it('keep features apart', () => {
    const wrong = sources
      .filter(({ zone }) => zone === 'features')
      .flatMap((source) =>
        source.imports.flatMap((name) => {
          const [zone, feature] = targetOf(source, name)?.split('/') ?? [];
          return zone === 'features' && feature !== source.path.split('/')[1]
            ? [`${source.path} imports ${name}`]
            : [];
        }),
      );

    expect(wrong).toEqual([]);
  });

  it('let components take only types from the contract', () => {
    const values = sources
      .filter(({ zone }) => zone === 'components')
      .flatMap(({ path, text }) =>
        [...text.matchAll(/^import (?!type)[^;]*from '@\/contract\/[^']*'/gm)].map(() => path),
      );

    expect(values).toEqual([]);
  });

  it('never climb two folders', () => {
    expect(breaking(({ imports }) => imports.some((name) => name.startsWith('../..')))).toEqual([]);
  });

  it('make no circle, types included', () => {
    expect(circles(importGraph)).toEqual([]);
    expect(circles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })))).toEqual([
      ['b', 'c'],
    ]);
  });

  it('point to files that exist', () => {
    const missing = sources.flatMap((source) =>
      source.imports.flatMap((name) => {
        const target = targetOf(source, name);
        if (target === undefined) return [];
        const places = ['', '.ts', '.tsx', '/index.ts', '.css'].map((end) => join('src', target + end));
        return places.some((place) => existsSync(place)) ? [] : [`${source.path} imports ${name}`];
      }),
    );

    expect(missing).toEqual([]);
  });
});

describe('the contract', () => {
  it('imports yup and nothing else from outside', () => {
    const packages = sources
      .filter(({ zone }) => zone === 'contract')
      .flatMap((source) => source.imports.filter((name) => targetOf(source, name) === undefined));

    expect([...new Set(packages)]).toEqual(['yup']);
  });
});

describe('the server', () => {
  it('imports neither React nor Next', () => {
    const wrong = /^(react|next|react-dom|next-i18next|@tanstack|jotai|axios)(\/|$)/;

    expect(
      breaking(({ zone, imports }) => zone === 'server' && imports.some((name) => wrong.test(name))),
    ).toEqual([]);
  });

  it('is not imported by the browser', () => {
    const isServer = /^(fastify|kysely|pg|sharp|file-type|@fastify|@electric-sql|@node-rs|node:)(\/|$)?/;
    const allowed = (path: string) =>
      /^(server|fakes)\//.test(path) || ['main.ts', 'web.ts', 'mock/serve.ts'].includes(path);

    expect(
      breaking(({ path, imports }) => !allowed(path) && imports.some((name) => isServer.test(name))),
    ).toEqual([]);
  });
});

describe('modules of the server', () => {
  /**
   * Part of the server that a file belongs to: `core`, `integrations`, `demo`, a domain, or undefined for `app.ts`,
   * `modules.ts` and the other sides.
   */
  const partOf = (path: string): string | undefined => {
    const [zone, folder, domain] = path.split('/');
    if (zone !== 'server') return undefined;
    return folder === 'modules' ? domain : folder;
  };

  /** Imports between two parts of the server for which `isWrong` is true. */
  const wrongImports = (isWrong: (from: string, to: string) => boolean) =>
    sources.flatMap((source) =>
      source.imports.flatMap((name) => {
        const [from, to] = [source.path, targetOf(source, name) ?? ''].map(partOf);
        return from && to && from !== to && isWrong(from, to) ? [`${source.path} imports ${name}`] : [];
      }),
    );

  const isModule = (path: string) => path.startsWith('server/modules/');
  const isDomain = (part: string) => domains.some((domain) => domain === part);

  it('are exactly the domains, in the order of their list', () => {
    const list = readFileSync('src/server/modules.ts', 'utf8');
    const [, names = ''] = /modules: readonly Module\[\] = \[([^\]]*)\]/.exec(list) ?? [];

    expect(names.match(/[a-z]+/g)).toEqual(domains);
    expect(readdirSync('src/server/modules').sort()).toEqual([...domains].sort());
  });

  it('import only those before them in the list', () => {
    const orderOf = (part: string) => (domains as readonly string[]).indexOf(part);

    expect(wrongImports((from, to) => isDomain(from) && isDomain(to) && orderOf(to) > orderOf(from))).toEqual(
      [],
    );
  });

  it('never import their own registry', () => {
    const knows = (source: Source) =>
      source.imports.some((name) => targetOf(source, name) === 'server/modules');

    expect(breaking((source) => isModule(source.path) && knows(source))).toEqual([]);
    expect(breaking((source) => source.path.startsWith('server/core/') && knows(source))).toEqual([]);
  });

  it('are imported neither by core nor by integrations', () => {
    const known = ['core', 'integrations'];

    expect(wrongImports((from, to) => known.includes(from) && !known.includes(to))).toEqual([]);
  });

  it('do not import the demo: only the start and the command line do', () => {
    const importers = sources.filter((source) =>
      source.imports.some((name) => targetOf(source, name)?.startsWith('server/demo/')),
    );
    const mayKnow = (path: string) => /^(main\.ts$|server\/(demo|cli)\/)/.test(path);

    expect(importers.map(({ path }) => path).filter((path) => !mayKnow(path))).toEqual([]);
  });

  it('take the parts of the dependencies that they use, never all', () => {
    const parts = sources.filter(({ path, text }) => isModule(path) && /\bRequestDeps\b/.test(text));

    expect(parts.length).toBeGreaterThan(10);
    expect(breaking(({ path, text }) => isModule(path) && /\bDeps\b/.test(text))).toEqual([]);
  });

  it('leave the HTTP server to core and to route files', () => {
    const mayKnow = /^server\/(app\.ts|core\/(http\/|web\/|jobs\/|module\.ts)|modules\/.*routes\.ts$)/;

    expect(
      breaking(
        ({ path, zone, imports }) => zone === 'server' && imports.includes('fastify') && !mayKnow.test(path),
      ),
    ).toEqual([]);
  });
});

describe('single owners', () => {
  it.each([
    ['axios', (path: string) => path === 'lib/api/http.ts'],
    ['jotai', (path: string) => path.startsWith('state/')],
    ['js-cookie', (path: string) => path === 'lib/session/session.ts'],
  ])('%s', (name, isOwner) => {
    expect(
      breaking(
        ({ path, imports }) =>
          !isOwner(path) && imports.some((each) => each === name || each.startsWith(`${name}/`)),
      ),
    ).toEqual([]);
  });

  it('the environment', () => {
    const owners = [
      'lib/env.ts',
      'server/core/env.ts',
      'server/cli/build-web.ts',
      'mock/serve.ts',
      'fakes/main.ts',
    ];

    expect(breaking(({ path, text }) => !owners.includes(path) && /process\.env\b/.test(text))).toEqual([]);
  });
});

describe('values from outside', () => {
  const read = sources.filter(
    ({ path }) =>
      /^(server|contract)\//.test(path) && path !== 'contract/core/own-value.ts' && !/\/demo\//.test(path),
  );

  /** `constructor` and `toString` are keys of every object. */
  it('find the entry of a table by ownValue', () => {
    const broken = read.flatMap(({ path, text }) => {
      const declared =
        /^(?:export )?const (\w+): (?:Readonly<)?(?:Record<string|Relations\b|\{ (?:readonly )?\[)/gm;
      const tables = [...text.matchAll(declared)].map(([, name]) => `\\b${name}`);
      const parts = ['conditions', 'sorts', 'relations', 'search'].map((name) => `\\.${name}`);
      const indexed = new RegExp(
        `(?:${[...tables, ...parts].join('|')})(?:\\?\\.)?\\[(?!['"\\]])[^\\]]*\\]`,
        'g',
      );
      const asserted = /\w\[[\w.]+ as [^\]]+\]/g;
      return [...text.matchAll(indexed), ...text.matchAll(asserted)].map(([found]) => `${path}: ${found}`);
    });

    expect(broken).toEqual([]);
  });

  /** `Number` also reads `1e2`, `[1]` and `true`. */
  it('are numbers by core/numbers', () => {
    const loose = /\bNumber\((?:body|query|params)\b|\.test\(String\(/;

    expect(read.filter(({ text }) => loose.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('are read by the schema of their route, and in a service only for a reason', () => {
    const exceptions = [
      // A service of a family gets the body as it was sent.
      ...['accounts/users', 'accounts/roles/roles', 'catalogue/products/product-input', 'feedback/questions'],
      'orders/orders',
      ...['refunds/decide-refund', 'refunds/request-refund', 'shops/staffs'],
      // What was not sent keeps its stored value, or names the list of the rows.
      ...['accounts/addresses', 'messaging/notification-preferences', 'settings/saved-views'],
      ...['settings/settings', 'insights/reports/reports'],
      // A query.
      ...['catalogue/stock/list-movements', 'insights/activity', 'insights/as-of', 'insights/history'],
      ...['ledger/ledger-lines', 'ledger/statement', 'payments/views/list-payments'],
      'receipts/views/list-receipts',
      // The same part of several bodies, a signed text, an id of the address, a command.
      ...['catalogue/bulk/bulk-products', 'orders/payments/change-gateway', 'ledger/routes'],
      'accounts/make-admin',
    ];
    const services = sources.filter(({ path }) => path.startsWith('server/modules/'));
    const found = services
      .filter(({ text }) => /(?<![.\w])validate(?:<\w+>)?\(/.test(text))
      .map(({ path }) => path);

    expect(found.sort()).toEqual(exceptions.map((name) => `server/modules/${name}.ts`).sort());
  });

  it('are ids by core/numbers', () => {
    const reads = breaking(({ zone, text }) => zone === 'server' && text.includes('/^\\d{1,15}$/'));

    expect(reads).toEqual(['server/core/numbers.ts']);
  });

  it('are validated by core/validate only, which limits their size', () => {
    const own = ['server/core/validate.ts', 'server/core/env.ts', 'server/core/backup/manifest.ts'];
    const other = /[sS]chema\w*\.(?:validate|validateSync|validateAt|isValidSync)\(/;

    expect(
      read.filter(({ path, text }) => !own.includes(path) && other.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });
});

describe('the core of the server', () => {
  /** Its own, and those by which every request knows who asks and which shop it is about. */
  const own =
    /^(?:attachments|direct_uploads|stray_files|file_link_secret|audit_log|bulk_operations|daily_row_counts|events?|event_\w+|idempotency_keys|jobs|live_events|rate_limits|record_editors|sessions|users|roles|memberships|name_search|shops|settings)$/;
  const reasons: Record<string, string> = {
    'sessions.ts': 'a session knows its second factors, providers and view',
    'http/view-guard.ts': 'a view counts and writes down what it opened',
    'consent.ts': 'a consent names the documents in force',
    'files/file-rights.ts': 'whose file it is, by every record that may hold it',
    'files/file-usage.ts': 'large tables without files',
    'jobs/cleanup.ts': 'what expires is deleted in one pass',
  };

  it('names tables of a domain only where a reason says so, and never in the engine of families', () => {
    const [, declared = ''] = readFileSync('src/server/core/db/types.ts', 'utf8').split(
      'export interface DB {',
    );
    const tables = [...declared.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => String(name));
    const foreign = tables.filter((name) => !own.test(name));
    const pattern = new RegExp(
      `(?:['"](?=\\w+['"])|\\b(?:from|join|into|update) )(?:${foreign.join('|')})\\b`,
    );
    const found = sources
      .filter(({ path, text }) => /^server\/core\/(?!db\/types)/.test(path) && pattern.test(text))
      .map(({ path }) => path.replace('server/core/', ''));

    expect(foreign).toEqual(expect.arrayContaining(['orders', 'products', 'outbox']));
    expect(found.sort()).toEqual(Object.keys(reasons).sort());
  });
});

describe('the engine of families', () => {
  it('has no option that fewer than three families use', () => {
    const [, declared = ''] =
      /export interface ServiceOptions \{(.*?)\n\}/s.exec(
        readFileSync('src/server/core/resource/options.ts', 'utf8'),
      ) ?? [];
    const options = [...declared.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => String(name));
    const families = sources.filter(
      ({ path, text }) =>
        path.startsWith('server/modules/') && /\b(ServiceOptions|resourceService\()/.test(text),
    );
    const users = (option: string) =>
      families.filter(({ text }) => new RegExp(`^\\s+(?:async )?${option}[:,(]`, 'm').test(text)).length;

    // Who may create, and what a save without changes means, must be decided where the engine decides it.
    const few = ['createPolicy', 'isSubmittedAgain'];

    expect(options).toEqual(expect.arrayContaining(['policy', ...few]));
    expect(options.filter((option) => users(option) < 3)).toEqual(few);
  });
});

describe('size', () => {
  it('of a page file stays under 40 lines', () => {
    expect(breaking(({ zone, text }) => zone === 'pages' && lines(text) > 40)).toEqual([]);
  });

  it('of a file stays within 600 lines', () => {
    // The map of the endpoints is one list.
    const generated = ['src/server/core/db/types.ts', 'src/contract/endpoint-types.ts'];
    const files = ['src', 'tests'].flatMap(codeFiles).filter((path) => !generated.includes(path));

    expect(files.filter((path) => lines(readFileSync(path, 'utf8')) > 600)).toEqual([]);
  });

  it('is not kept by spreading a literal into an object', () => {
    expect(breaking(({ text }) => /^\s*\.\.\.\{ |\{\.\.\.\{/m.test(text))).toEqual([]);
  });

  it('of the engine of families stays within 900 lines', () => {
    const engine = sources.filter(({ path }) => path.startsWith('server/core/resource/'));

    expect(engine.length).toBeGreaterThan(5);
    expect(engine.reduce((sum, { text }) => sum + lines(text), 0)).toBeLessThanOrEqual(900);
  });

  it('of the screens of families stays within 3,600 lines', () => {
    const screens = sources.filter(({ zone }) => zone === 'crud');

    expect(screens.length).toBeGreaterThan(20);
    expect(screens.reduce((sum, { text }) => sum + lines(text), 0)).toBeLessThanOrEqual(3600);
  });

  it('of a folder stays within 27 files', () => {
    // Migrations are one chronological list; pages are addresses.
    const exempt = ['src/server/core/db/migrations', 'src/pages'];
    const folders = new Map<string, number>();
    for (const path of ['src', 'tests'].flatMap(codeFiles))
      folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);

    expect([...folders].filter(([folder, files]) => files > 27 && !exempt.includes(folder))).toEqual([]);
  });
});

describe('words', () => {
  /** Names replaced by the glossary that have no other meaning (docs/architecture.md, "Words"). */
  const retired = [
    ...['Door', 'leansOn', 'foundFirst', 'countedFrom', 'keepPlans', 'linesThat', 'idsThat', 'sentIn'],
    ...['issuerOf', 'stillOurs', 'takeBackUnsold', 'useLevers', 'useLater', 'useSettled', 'tellQuery'],
    ...['useRememberedKeys', 'OverPage', 'ConfirmOver', 'keepClean', 'keepSending', 'keepReleasing'],
    ...['keepReminding', 'keepZone', 'listedDays', 'refuseValue'],
  ];

  it.each(['src', 'tests', 'docs'])('replaced by the glossary are gone from %s', (folder) => {
    const pattern = new RegExp(`\\b(${retired.join('|')})\\b`, 'g');
    const found = codeFiles(folder)
      .filter((path) => path !== 'tests/architecture.test.ts')
      .flatMap((path) =>
        [...new Set(readFileSync(path, 'utf8').match(pattern))].map((word) => `${path}: ${word}`),
      );

    expect(found).toEqual([]);
  });

  it('name the thing where a type is declared', () => {
    const vague =
      /\b(?:interface|type) (Values|Said|Whose|Told|Asked|Found|How|About|Decided|Kept|Given|Taken|Listed)\b/g;
    const found = ['src', 'tests']
      .flatMap(codeFiles)
      .flatMap((path) =>
        [...readFileSync(path, 'utf8').matchAll(vague)].map(([, word]) => `${path}: ${word}`),
      );

    expect(found).toEqual([]);
  });

  it('name what is exported: no past participle stands alone', () => {
    // A mark in a statement, a cast, a permission; an action of `defineGuarded`; a request of a stand-in; generated types.
    const known = ['prepared', 'typed', 'limited', 'Guarded', 'Received', 'Generated'];
    const irregular =
      '[Tt]old|[Mm]ade|[Ss]aid|[Ff]ound|[Kk]ept|[Kk]nown|[Gg]iven|[Hh]eld|[Ss]ent|[Ll]ost|[Ss]old|[Pp]aid|[Cc]hosen|[Ss]hown|[Ww]ritten';
    const alone = new RegExp(
      `^export (?:async )?(?:function|const|type|interface) ((?:[A-Za-z][a-z]*(?<!e)ed)|(?:[Uu]n)?(?:${irregular}))\\b`,
      'gm',
    );
    const found = sources.flatMap(({ path, text }) =>
      [...text.matchAll(alone)].map(([, name = '']) => ({ path, name })),
    );

    expect(found.filter(({ name }) => !known.includes(name))).toEqual([]);
  });

  it('assert, notify and limit: no export is called refuse, tell or most', () => {
    const pattern = /^export (?:async )?(?:function|const|type|interface) (?:refuse|tell|most)[A-Z]\w*/m;

    expect(breaking(({ text }) => pattern.test(text))).toEqual([]);
  });

  it('are terms of the field in file names', () => {
    const paths = ['src', 'tests'].flatMap(codeFiles);

    expect(paths.filter((path) => /(^|[/-])(letters?|levers?|shelves)([-./]|$)/.test(path))).toEqual([]);
  });
});

describe('files', () => {
  it('have default exports in pages only', () => {
    expect(
      breaking(
        ({ zone, text }) =>
          zone !== 'pages' && /^export (default\b|\{[^}]*\b(as default|default)\b(?! as))/m.test(text),
      ),
    ).toEqual([]);
  });

  it('are not index files, except the registries of the contract and pages', () => {
    const isIndex = ({ path, zone }: Source) =>
      /(^|\/)index\.tsx?$/.test(path) &&
      !['contract', 'pages'].includes(zone) &&
      !/^server\/modules\/[a-z]+\/index\.ts$/.test(path);

    expect(breaking(isIndex)).toEqual([]);
  });

  it('are named in kebab-case', () => {
    // Addresses of specification §2.
    const exempt = [
      'pages/vendor/store_keepers.tsx',
      'pages/abusive_reports.tsx',
      'pages/abusive_reports/[id].tsx',
      'pages/abusive_reports/reject.tsx',
    ];
    const isKebab = (path: string) =>
      path
        .split('/')
        .every((part) => /^(_?[a-z0-9]+(-[a-z0-9]+)*(\.tsx?)?|\[.*\](\.tsx?)?|_[a-z]+\.tsx)$/.test(part));

    expect(breaking(({ path }) => !exempt.includes(path) && !isKebab(path))).toEqual([]);
  });

  it('called page or layout are in pages only', () => {
    expect(breaking(({ path, zone }) => zone !== 'pages' && /\/(page|layout)\.tsx$/.test(path))).toEqual([]);
  });

  it('put no raw HTML into a page', () => {
    expect(breaking(({ text }) => /dangerouslySetInnerHTML|\.innerHTML\s*=/.test(text))).toEqual([]);
  });
});

describe('texts', () => {
  it.each(dictionaryFiles)('are identical in every language for %s', (file) => {
    const keysOf = (language: string) => [...textsOf(language, file).keys()].map(withoutPlural);
    const russian = new Set(keysOf('ru'));

    for (const language of ['en', 'ar']) {
      expect(missingTexts(language, file)).toEqual([]);
      expect(keysOf(language).filter((key) => !russian.has(key))).toEqual([]);
    }
  });

  it.each([
    ['ru', ['few', 'many']],
    ['ar', ['zero', 'two', 'few', 'many']],
  ])('of %s have every plural form', (language, forms) => {
    const incomplete = dictionaryFiles.flatMap((file) => {
      const keys = new Set(textsOf(language, file).keys());
      return [...keys]
        .filter((key) => key.endsWith('_other'))
        .flatMap((key) => forms.map((form) => `${withoutPlural(key)}_${form}`))
        .filter((key) => !keys.has(key));
    });

    expect(incomplete).toEqual([]);
  });

  it.each(['en', 'ar'])('of %s have the same placeholders as the Russian ones', (language) => {
    const values = (text: string) => [...new Set(text.match(/\{\{\s*\w+/g))].sort();
    const different = dictionaryFiles.flatMap((file) => {
      const russian = new Map([...textsOf('ru', file)].map(([key, text]) => [withoutPlural(key), text]));
      return [...textsOf(language, file)]
        .filter(([key, text]) => {
          const known = values(russian.get(withoutPlural(key)) ?? '');
          return values(text).some((value) => !known.includes(value));
        })
        .map(([key]) => key);
    });

    expect(different).toEqual([]);
  });

  it('belong to the dictionaries, not to the code', () => {
    // Patterns, transliteration and endings of words are about letters; the demo is data, in the `seed` of a declaration, too; command-line
    // output is for operators; the loader and the page without texts are shown before any dictionary (specification §9).
    // E-mails are Russian, and so are files of banks, purposes of payments, headings, keys of bank statements, and keyboards; the built-in directory is data.
    const exempt =
      /^(contract\/(accounts\/addresses\/region|catalogue\/attributes\/value-key|ledger\/withdraws\/purpose|orders\/written-number|core\/(patterns|slug|keyboard)|settings\/index)\.ts|lib\/format\/word-stem\.ts|server\/demo\/|fakes\/|main\.ts|components\/(ui\/loader|page\/no-texts)\.tsx|server\/modules\/.*\/?(emails|email-text)\.ts|server\/modules\/catalogue\/(import\/(headings|cells|numbers\/[\w-]+|shapes\/\w+)|products\/product-search)\.ts|server\/modules\/payments\/reconciliation\/(statement|registry)\/|server\/core\/files-in\/|server\/integrations\/.*bundled)/;

    const withoutSeed = (text: string) => text.replace(/^ {2}seed: \[.*?^ {2}\],$/ms, '');

    expect(breaking(({ path, text }) => !exempt.test(path) && hasCyrillic(withoutSeed(text)))).toEqual([]);
  });
});

/** True when the code contains a Cyrillic word; comments may, and single letters are not text. */
function hasCyrillic(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
  return /[А-Яа-яЁё]{2}/.test(code);
}
