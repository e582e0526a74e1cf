import type { ProviderName } from '@/contract/ledger/providers';
import { shopSum } from '@/contract/settings/shop-currency';
import { type Email, greeting, paragraphs } from './email-text';

/** Their names in letters, which are Russian. */
export const providerTitles: Record<ProviderName, string> = { yookassa: 'ЮKassa', tbank: 'Т-Банк' };

/** To people of finance: payments of a day differ from what the provider says, or could not be compared. */
export const nightFailed = (input: {
  name: string;
  provider: ProviderName;
  /** `YYYY-MM-DD`. */
  day: string;
  differences: number;
  failure: string | null;
  link: string;
}): Email => {
  const day = input.day.split('-').toReversed().join('.');
  const title = providerTitles[input.provider];
  return {
    template: 'reconciliation-failed',
    subject: `Сверка с ${title} за ${day} не сошлась`,
    body: paragraphs(
      greeting(input.name),
      input.failure === null
        ? `Платежи за ${day} отличаются от данных ${title}. Открытых расхождений: ${input.differences}.`
        : input.failure === 'no-registry'
          ? `Платежи за ${day} не с чем сравнить: реестр ${title} ещё не загружен.`
          : `Платежи за ${day} не удалось сравнить: ${title} не отвечает как нужно (${input.failure}).`,
      `Посмотреть и исправить: ${input.link}`,
    ),
  };
};

/** A difference of a payout, or of a line of the bank that may be one. */
export interface ToldPayout {
  kind: 'payout_not_left' | 'payout_late' | 'payout_books' | 'payout_returned' | 'outgoing_unknown';
  /** Roubles. */
  sum: number;
  /** Of the approval, or of the line: `YYYY-MM-DD`. */
  day: string;
  /** Of the withdrawal. */
  number: number | null;
  shop: string | null;
}

const shownPayouts = 20;

/** To whoever has taken the differences on, or to people of finance: payouts that the bank and the books see differently. */
export const payoutsDiffer = (input: {
  name: string;
  payouts: readonly ToldPayout[];
  link: string;
}): Email => {
  const { name, payouts, link } = input;
  const left = payouts.length - shownPayouts;
  return {
    template: 'payouts-differ',
    subject: `Расхождения выплат: ${payouts.length}`,
    body: paragraphs(
      greeting(name),
      [...payouts.slice(0, shownPayouts).map(payoutText), ...(left > 0 ? [`И ещё ${left}.`] : [])].join('\n'),
      `Посмотреть и исправить: ${link}`,
    ),
  };
};

function payoutText({ kind, sum, day: iso, number, shop }: ToldPayout): string {
  const day = iso.split('-').toReversed().join('.');
  const payout = `Выплата №\u00a0${number} магазина «${shop}» на ${shopSum(sum)} от ${day}`;
  return {
    payout_not_left: `${payout} не ушла: в выписке её нет.`,
    payout_late: `${payout} давно в пути: выписка за эти дни не загружена.`,
    payout_books: `Выплаты магазина «${shop}» не сходятся с книгами.`,
    payout_returned: `${day} вернулась выплата на ${shopSum(sum)}.`,
    outgoing_unknown: `Списание ${day} на ${shopSum(sum)} никто не объяснил.`,
  }[kind];
}
