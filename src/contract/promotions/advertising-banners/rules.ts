import * as yup from 'yup';
import { websitePattern } from '@/contract/core/patterns';
import { isInn } from '@/contract/core/requisites';
import { coverPicture, endsAfter, freeText, moment, relatedId } from '@/contract/core/rules';
import { bannerPlaces } from './values';

/** A string with a pattern; reports only the length error when it is too long. */
const patterned = (most: number, message: string, fits: (text: string) => boolean) =>
  yup
    .string()
    .trim()
    .nullable()
    .max(most, 'error-too-long')
    .test('pattern', message, (text) => !text || text.length > most || fits(text));

/** Token of the advertising register. */
export const erid = () => patterned(64, 'error-erid-format', (text) => /^[A-Za-z0-9]+$/.test(text));

/** Fields shared by banners and banners in review. */
export const bannerFields = () => ({
  title: freeText().required('error-name-required').max(200, 'error-too-long'),
  description: freeText().max(2000, 'error-too-long').nullable(),
  image: coverPicture().required('error-image-required'),
  mobile_image: coverPicture(),
  url: patterned(500, 'error-website-format', (text) => websitePattern.test(text)),
  place: yup.string().oneOf(bannerPlaces, 'error-place-required').required('error-place-required'),
  shop_id: relatedId(),
  start_date: moment().nullable(),
  end_date: moment('end').nullable().test(endsAfter('start_date')),
  advertiser: freeText().max(200, 'error-too-long').nullable(),
  advertiser_inn: patterned(12, 'error-inn-format', isInn),
});

/**
 * True when an advertiser pays or may pay: the advertising law then requires a token (rules/promotions: paid banners
 * carry a token).
 */
export function isPaid(banner: {
  shop_id?: unknown;
  advertiser?: unknown;
  advertiser_inn?: unknown;
}): boolean {
  return Boolean(banner.shop_id || banner.advertiser || banner.advertiser_inn);
}
