import { afterEach, expect, it } from 'vitest';
import { setBusinessZone } from '@/contract/core/day';
import { defaultSettings } from '@/contract/settings';
import { csvMoment } from '@/server/core/documents/csv-stream';

afterEach(() => setBusinessZone(defaultSettings.timeZone));

it('of files follows the settings after each change', () => {
  const noon = '2026-03-10T09:00:00.000Z';
  setBusinessZone('Europe/Moscow');
  expect(csvMoment(noon, 'ru')).toBe('10.03.2026, 12:00');
  setBusinessZone('Asia/Vladivostok');
  expect(csvMoment(noon, 'ru')).toBe('10.03.2026, 19:00');
});
