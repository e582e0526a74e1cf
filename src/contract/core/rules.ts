import * as yup from 'yup';
import { businessZone, dayAfter, dayValue, isDay, momentOf } from '@/contract/core/day';
import { toPhone } from '@/contract/core/phone';
import {
  freeTextPattern,
  passwordPattern,
  phonePattern,
  repeatedPunctuation,
  startsWithPunctuation,
  websitePattern,
} from './patterns';
import { catalogueTextError, isHtml, oneLine } from './text';

/** Building blocks of the schemas; messages are `form` keys of specification §5. Loaded with forms only. */

/** The rest of a schema, for declarations that load these blocks by themselves. */
export { object } from 'yup';

/** Free text: allowed characters, no leading punctuation, no three punctuation characters in a row. */
export const freeText = () =>
  yup
    .string()
    .trim()
    .matches(freeTextPattern, { message: 'error-text-characters', excludeEmptyString: true })
    .test('start', 'error-text-start', beginsWell)
    .test('repeat', 'error-text-punctuation', repeatsLittle);

/**
 * A name in the catalogue, on one line: any signs that real goods are written with, «Гайка М8 (нерж.), 10 шт.», «#1», ½.
 * Only what nobody can see, or a shop front could take for markup, is refused (rules/catalogue: names are written as
 * goods are).
 */
export const catalogueText = () =>
  yup
    .string()
    .transform((text: unknown) => (typeof text === 'string' ? oneLine(text) : text))
    .test('text', (text, { createError }) => {
      const message = catalogueTextError(text ?? '');
      return message === undefined || createError({ message });
    });

type Text = string | null | undefined;

const beginsWell = (text: Text) => !text || !startsWithPunctuation.test(text);
const repeatsLittle = (text: Text) => !text || !repeatedPunctuation.test(text);

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters to reject them
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|\p{Cs}/u;

/** Message text: any printable characters and line breaks. Shown as plain text, never as markup. */
export const writtenText = () =>
  yup
    .string()
    .trim()
    .transform((text: unknown) => (typeof text === 'string' ? text.replace(/\r\n?/g, '\n') : text))
    .test('printable', 'error-text-characters', (text) => !unprintable.test(text ?? ''));

/**
 * A formatted field: HTML, of which the server keeps the editor's tags, or a text without a tag (rules/core: rich text is
 * cleaned, not refused). `most` counts visible characters.
 */
export const richText = (most: number) =>
  yup
    .string()
    .trim()
    .meta({ isRich: true })
    .max(most * 3, 'error-too-long')
    .test('visible', 'error-too-long', (text) => (text ?? '').replace(/<[^<>]*>/g, '').length <= most)
    .test('printable', 'error-text-characters', (text) => !unprintable.test(text ?? ''));

/** The same where people are written to: a text without a tag keeps the rules of plain texts, but for its signs. */
export const richLetter = (most: number) =>
  richText(most)
    .test('start', 'error-text-start', (text) => isHtml(text ?? '') || beginsWell(text))
    .test('repeat', 'error-text-punctuation', (text) => isHtml(text ?? '') || repeatsLittle(text));

/** Whether the server cleans the values of a schema. */
export const isRichText = (schema: unknown): boolean =>
  schema instanceof yup.Schema && schema.meta()?.isRich === true;

/** A phone number as any client writes it, normalised to the stored form. */
export const phone = () =>
  yup
    .string()
    .trim()
    .transform((text: unknown) => (typeof text === 'string' ? (toPhone(text) ?? text) : text))
    .matches(phonePattern, { message: 'error-phone-format', excludeEmptyString: true });

export const website = () =>
  yup.string().trim().matches(websitePattern, { message: 'error-website-format', excludeEmptyString: true });

export const password = () => yup.string().matches(passwordPattern, 'error-password-format');

/** A calendar day, written dd.mm.yyyy or in ISO 8601, which is stored; the time that other clients send with it is dropped. */
export const calendarDay = () =>
  yup
    .string()
    .trim()
    .transform((text: unknown) =>
      typeof text === 'string' ? dayValue(text.replace(/[T ]\d{2}:\d{2}[^T ]*$/, '')) : text,
    )
    .test('day', 'error-date-format', (text) => !text || isDay(text));

/** A number from a form: an empty field is null instead of NaN, and a decimal comma is accepted. */
export const amount = () =>
  yup
    .number()
    .transform((value, original) => {
      if (original === '' || original === null || original === undefined) return null;
      const number =
        typeof original === 'string' ? Number(original.replace(/[\s  ]/g, '').replace(',', '.')) : value;
      // Reject numbers that no column holds, such as 1e999.
      return Number.isFinite(number) ? number : Number.NaN;
    })
    .typeError('error-number-format')
    .nullable();

/** A whole number within bounds. */
export const whole = (least: 0 | 1, most: number) =>
  amount()
    .integer('error-whole-number')
    .min(least, least === 0 ? 'error-must-not-be-negative' : 'error-must-be-positive')
    .max(most, 'error-too-big');

/** The place of a row among others; 0 when it is left empty. */
export const place = () =>
  amount()
    .integer('error-number-format')
    .min(0, 'error-must-not-be-negative')
    .max(1_000_000, 'error-too-big')
    .transform((value: number | null) => value ?? 0)
    .default(0);

/** An uploaded file: only the id counts, the server looks up the addresses. */
export const attachment = () =>
  yup
    .object({
      id: yup.number().integer().positive().required(),
      original: yup.string().default(''),
      thumbnail: yup.string().default(''),
      file_name: yup.string(),
    })
    .nullable()
    .default(null)
    .transform((value, original) =>
      original && typeof original === 'object' && 'id' in original && original.id && !isNoId(original.id)
        ? value
        : null,
    );

/** A picture that screens crop, with the point that must stay visible, in per cent from its left and top. */
export const coverPicture = () =>
  attachment().shape({
    focus: yup.object({ x: shareOfSide(), y: shareOfSide() }).nullable().default(undefined).optional(),
  });

const shareOfSide = () =>
  yup
    .number()
    .typeError('error-wrong-value')
    .integer('error-wrong-value')
    .min(0, 'error-wrong-value')
    .max(100, 'error-wrong-value')
    .required('error-wrong-value');

/** A typed slug; empty means "make it from the name". */
export const slug = () =>
  yup
    .string()
    .trim()
    .lowercase()
    .matches(/^[a-z0-9]+(-[a-z0-9]+)*$/, { message: 'error-slug-format', excludeEmptyString: true })
    .max(120, 'error-too-long');

/** One of some values. A select sends an empty text when nothing is chosen: that asks to choose (`required`). */
export const choice = <Value extends string>(values: readonly Value[], required: string) =>
  yup
    .string()
    .transform((value: unknown) => (value === '' ? undefined : value))
    .oneOf(values, 'error-wrong-value')
    .required(required);

/** How apps write the id of nothing: their languages make texts of it. */
export const isNoId = (id: unknown) => id === '' || id === 'null' || id === 'undefined';

/** Id of a related record; forms pass the picked record. */
export const relatedId = () =>
  yup
    .number()
    .integer()
    .positive()
    .transform((value: number, original: unknown) => {
      if (isNoId(original)) return null;
      return original && typeof original === 'object' && 'id' in original ? Number(original.id) : value;
    })
    .typeError('error-wrong-value')
    .nullable();

/** Ids of related records, without duplicates. */
export const relatedIds = () =>
  yup
    .array(relatedId().required())
    .transform((ids: unknown) => (Array.isArray(ids) ? [...new Set(ids)] : ids))
    .typeError('error-wrong-value')
    .default([]);

/**
 * A moment in ISO 8601, converted to UTC. Without a zone it is one of the business time zone; a day alone is its beginning
 * there, or its last moment where a time ends (rules/core: days are those of the business time zone).
 */
export const moment = (edge: 'begin' | 'end' = 'begin') =>
  yup
    .string()
    .trim()
    .test('moment', 'error-date-format', (text) => !text || !Number.isNaN(timeOf(text, edge)))
    .transform((text: unknown, original: unknown) => {
      // Stored rows have `Date` values.
      if (original instanceof Date) return original.toISOString();
      const time = typeof text === 'string' ? timeOf(text, edge) : Number.NaN;
      return Number.isNaN(time) ? text : new Date(time).toISOString();
    });

/** A later moment than that of another field; what is no moment has its own message. */
export const endsAfter = (start: string) => ({
  name: 'order',
  message: 'error-end-before-start',
  test: (end: string | null | undefined, { parent }: { parent: Record<string, unknown> }) => {
    const [first, last] = [parent[start], end].map((one) => String(one));
    return ![first, last].every((one) => isoMoment.test(one ?? '')) || String(last) > String(first);
  },
});

const isoMoment = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** What databases and calendars of today agree on; «for ever» is written as the last day. */
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function timeOf(text: string, edge: 'begin' | 'end'): number {
  const time = readTime(text, edge);
  return time >= earliest && time <= latest ? time : Number.NaN;
}

function readTime(text: string, edge: 'begin' | 'end'): number {
  const written = text
    .trim()
    .replace(/^\d{1,2}\.\d{1,2}\.\d{4}(?=$|[T ,])/, dayValue)
    .replace(/^(\S{10}), /, '$1 ');
  const [, day = '', clock, seconds = ':00', zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.exec(written) ?? [];
  if (!isDay(day)) return Number.NaN;
  if (clock && zone) return Date.parse(`${day}T${clock}${seconds}${zone}`);
  const asUtc = `${day}T${clock ?? '00:00'}${clock ? seconds : ':00'}`;
  if (Number.isNaN(Date.parse(`${asUtc}Z`))) return Number.NaN;
  if (clock || edge === 'begin') return momentOf(asUtc, businessZone());
  if (day === '9999-12-31') return Math.min(momentOf(`${day}T23:59:59`, businessZone()) + 999, latest);
  return momentOf(`${dayAfter(day)}T00:00:00`, businessZone()) - 1;
}

export const colour = () =>
  yup
    .string()
    .trim()
    .lowercase()
    .matches(/^#[0-9a-f]{6}$/, { message: 'error-colour-format', excludeEmptyString: true });

/** Uploaded files in display order. */
export const attachments = () =>
  yup.array(attachment().required()).typeError('error-wrong-value').default([]);

/** Social profiles: a chosen network makes the address required. */
export const socials = () =>
  yup
    .array(
      yup.object({
        icon: yup.string().trim().max(60, 'error-too-long').required('error-icon-required'),
        url: website().required('error-url-required').max(500, 'error-too-long'),
      }),
    )
    .max(30, 'error-too-many')
    .typeError('error-wrong-value')
    .default([]);

export const email = () =>
  yup
    .string()
    .trim()
    .lowercase()
    .required('error-email-required')
    .email('error-email-format')
    .max(254, 'error-too-long');
