import { describe, expect, it } from 'vitest';
import { parseMarkCode } from '@/contract/orders/mark-code';
import { withoutSecrets } from '@/contract/without-secrets';
import { safeFileName } from '@/server/core/files/file-name';
import { detectSeparator } from '@/server/core/files-in/separator';
import { shownNumber } from '@/server/core/files-in/shown-number';
import { cleanHtml, decodeEntities } from '@/server/core/html';
import { maskText } from '@/server/core/rights/contacts';
import { emailHtml } from '@/server/integrations/mail/html';
import { redactBody, scrub } from '@/server/integrations/outgoing/redact';
import { countHeadings, guessMapping } from '@/server/modules/catalogue/import/headings';
import { parseBarcode, parseSku, readNumber } from '@/server/modules/catalogue/import/numbers/read-number';
import { matchColumns, meaningOf } from '@/server/modules/payments/reconciliation/registry/columns';
import { readRegistryDay, readSum } from '@/server/modules/payments/reconciliation/registry/values';
import { parseCamt } from '@/server/modules/payments/reconciliation/statement/parse-camt';
import { parseMt940 } from '@/server/modules/payments/reconciliation/statement/parse-mt940';
import { parseStatement } from '@/server/modules/payments/reconciliation/statement/parse-statement';
import { readInn, splitPartyName } from '@/server/modules/payments/reconciliation/statement/party-name';
import { payoutTokensIn } from '@/server/modules/payments/reconciliation/statement/purpose';
import { threadMs } from './longest-turn';

/** 100,000 of each sign, also between others, keep no reader of files, purposes, contacts, mail and redaction for long. */
const signs = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...['\t', '\n', '\r\n', '\u00a0', 'Я', 'я', '№', '₽', '«', '»', '—', '’', '٣', '\u202e', '😀'],
];
const texts = signs.flatMap((sign) => {
  const run = sign.repeat(100_000);
  return [run, `a${run}a`, `1${run}\0`];
});
const nobody = { user: null } as unknown as Parameters<typeof maskText>[0];
const kept = { values: ['a'], texts: ['b'], secrets: ['s'] };
const statement = (purpose: string) =>
  `1CClientBankExchange\nСекцияДокумент=Платежное поручение\nНазначениеПлатежа=${purpose}\nКонецДокумента\nКонецФайла\n`;

const readers: Record<string, (text: string) => unknown> = {
  'headings of an import': (text) => guessMapping([text, 'Цена']),
  'the row of headings of an import': (text) => countHeadings([text, text]),
  numbers: (text) => [readNumber(text), parseSku(text), parseBarcode(text)],
  separators: (text) => detectSeparator(text),
  'formats of numbers': (text) => shownNumber(1, text),
  'marking codes': parseMarkCode,
  'names of files': (text) => safeFileName(text, 'jpg'),
  'texts with elements': (text) => [cleanHtml(text), decodeEntities(text)],
  'columns of a registry': (text) => [matchColumns([text, text]), meaningOf(text)],
  'values of a registry': (text) => [readSum(text), readRegistryDay(text)],
  'names of parties': (text) => [splitPartyName(text), readInn(text)],
  'purposes of payments': payoutTokensIn,
  'statements of 1C': (text) => parseStatement(statement(text)),
  'statements by SWIFT': (text) => parseMt940(`:20:1\n:25:1\n:61:${text}\n:86:${text}\n`),
  'statements by ISO 20022': (text) => parseCamt(`<Document><a>${text}</a></Document>`),
  contacts: (text) => maskText(nobody, text),
  letters: (text) => emailHtml(`${text} https://a.ru/${text}`),
  'the journal of exchanges': (text) => [scrub(text), redactBody(JSON.stringify({ b: text }), kept)],
  'error reports': (text) => withoutSecrets({ message: text, at: `: "${text}"` }),
};

describe('a long text', () => {
  it.each(Object.keys(readers))(
    'is read at once as %s',
    async (name) => {
      const slow: string[] = [];
      for (const text of texts) {
        const began = threadMs();
        try {
          await readers[name]?.(text);
        } catch {
          // A refusal is an answer, too.
        }
        const took = threadMs() - began;
        if (took > 1000) slow.push(`${JSON.stringify(text.slice(0, 3))}: ${Math.round(took)} ms`);
      }
      expect(slow).toEqual([]);
    },
    120_000,
  );
});
