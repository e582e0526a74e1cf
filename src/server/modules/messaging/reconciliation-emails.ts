import type { ProviderName } from '@/contract/payments/providers';
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
