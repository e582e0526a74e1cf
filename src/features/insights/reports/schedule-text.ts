import type { TFunction } from 'i18next';
import type { SavedReport } from '@/contract/insights/saved-reports';

/** «по понедельникам в 08:00», or that it is run on demand. */
export function scheduleText(
  t: TFunction,
  { schedule, hour }: Pick<SavedReport, 'schedule' | 'hour'>,
): string {
  return t(`insights:saved-reports.schedule-text.${schedule}`, { time: timeText(hour) });
}

export const timeText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
