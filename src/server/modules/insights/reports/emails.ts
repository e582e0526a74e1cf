import type { Days } from '@/contract/insights/analytics';
import { maxReportRows, reportKeptDays } from '@/contract/insights/saved-reports';
import {
  countText,
  type Email,
  greeting,
  numberText,
  paragraphs,
} from '@/server/modules/messaging/email-text';

/** A scheduled report, as a link that only its reader opens after signing in (rules/core: private files need a right and a fresh link). */
export const reportLetter = (input: {
  name: string;
  report: string;
  period: Days | undefined;
  rows: number;
  isCut: boolean;
  link: string;
}): Email => {
  const { name, report, period, rows, isCut, link } = input;
  const days = period && daysText(period);
  return {
    template: 'report',
    subject: days ? `Отчёт «${report}»: ${days}` : `Отчёт «${report}»`,
    body: paragraphs(
      greeting(name),
      rows === 0
        ? `Отчёт «${report}»${days ? ` за ${days}` : ''} готов: строк в нём нет.`
        : `Отчёт «${report}»${days ? ` за ${days}` : ''} готов: ${countText(rows, 'строка', 'строки', 'строк')}.`,
      ...(isCut
        ? [`В списке строк больше, в файле первые ${numberText(maxReportRows)}: сузьте фильтр или период.`]
        : []),
      `Скачать файл:\n${link}`,
      `Файл хранится ${countText(reportKeptDays, 'день', 'дня', 'дней')} и открывается после входа в панель.`,
    ),
  };
};

/** `16.11.2026–22.11.2026`, or one day. */
function daysText({ from, to }: Days): string {
  const text = (day: string) => day.split('-').reverse().join('.');
  return from === to ? text(from) : `${text(from)}–${text(to)}`;
}
