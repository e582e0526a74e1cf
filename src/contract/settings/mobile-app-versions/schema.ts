import * as yup from 'yup';
import type { BaseRow } from '@/contract/core/define';
import { websitePattern } from '@/contract/core/patterns';
import { amount, freeText, moment } from '@/contract/core/rules';
import { compareVersions, isAppVersion } from '../app-version';

export const platforms = ['ios', 'android'] as const;

/** A text that is too long reports only that. */
const version = () =>
  yup
    .string()
    .trim()
    .max(20, 'error-too-long')
    .test('version', 'error-version-format', (text) => !text || text.length > 20 || isAppVersion(text));

/**
 * A build of the mobile app. Its number is `app_version`, because `version` is the row version. Announced from
 * `released_at` on; a draft without it.
 */
export const mobileAppVersionSchema = yup.object({
  platform: yup.string().oneOf(platforms, 'error-platform-required').required('error-platform-required'),
  app_version: version().required('error-version-required'),
  build: amount()
    .integer('error-number-format')
    .min(1, 'error-must-be-positive')
    .max(2_000_000_000, 'error-too-big'),
  min_version: version()
    .nullable()
    .test(
      'order',
      'error-min-version-above',
      (least, { parent }) =>
        !isAppVersion(least) ||
        !isAppVersion(parent.app_version) ||
        compareVersions(least, parent.app_version) <= 0,
    ),
  is_force_update: yup.boolean().default(false),
  url: yup
    .string()
    .trim()
    .nullable()
    .max(500, 'error-too-long')
    .test('https', 'error-https-required', (text) => !text || text.length > 500 || isSecure(text)),
  notes: freeText().max(5000, 'error-too-long').nullable(),
  released_at: moment().nullable(),
});

function isSecure(text: string): boolean {
  return text.startsWith('https://') && websitePattern.test(text);
}

export type MobileAppVersionInput = yup.InferType<typeof mobileAppVersionSchema>;

export interface MobileAppVersion extends BaseRow, MobileAppVersionInput {}

/** Answer of `GET app-versions/current`. */
export interface CurrentAppVersion {
  current: string | null;
  min_version: string | null;
  must_update: boolean;
  should_update: boolean;
  url: string | null;
}
