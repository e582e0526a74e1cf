import { readFile } from 'node:fs/promises';
import { defaultLanguage } from '@/contract/core/languages';
import type { AccountKind } from '@/contract/ledger/accounts';
import type { EntryKind } from '@/contract/ledger/schema';

/** Translated labels for exports, falling back to Russian. */
export interface LedgerWords {
  field: (key: string) => string;
  kind: (kind: EntryKind) => string;
  account: (kind: AccountKind) => string;
  statement: (key: string, values?: Record<string, string>) => string;
}

interface Words {
  fields: Record<string, string>;
  kinds: Record<string, string>;
  accounts: Record<string, string>;
  statement: Record<string, string>;
}

/** Throws when a language file is malformed. */
export async function ledgerWords(locale: string): Promise<LedgerWords> {
  const [own, russian] = await Promise.all([wordsOf(locale), wordsOf(defaultLanguage)]);
  const find = (part: keyof Words, key: string) => own?.[part]?.[key] ?? russian?.[part]?.[key] ?? key;
  return {
    field: (key) => find('fields', key),
    kind: (kind) => find('kinds', kind),
    account: (kind) => find('accounts', kind),
    statement: (key, values = {}) =>
      find('statement', key).replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? ''),
  };
}

async function wordsOf(locale: string): Promise<Partial<Words> | undefined> {
  const text = await readFile(`public/locales/${locale}/ledger.json`, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as { ledger?: Partial<Words> }).ledger;
}
