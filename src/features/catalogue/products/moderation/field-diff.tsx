import { useTranslation } from 'next-i18next/pages';
import { type ReactNode, useMemo } from 'react';
import { FileButton } from '@/components/media/file-button';
import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import type { Attachment } from '@/contract/core/define';
import { textDirection } from '@/contract/core/languages';
import { fileUrl } from '@/lib/api/client';
import { formatNumber } from '@/lib/format/format';
import { languageName } from '@/lib/i18n/language-name';
import { useMoney } from '@/state/use-money';
import { fieldKind, readFile, readPictures, readRecords, toPlainValue } from './field-kinds';
import { wordDiff } from './word-diff';

interface FieldDiffProps {
  reviewId: number;
  field: ReviewedField;
  /** The product was not on sale before: there is no left side. */
  isNew: boolean;
}

/** One submitted field: the published value next to the requested one. */
export function FieldDiff({ reviewId, field, isNew }: FieldDiffProps) {
  const { t, i18n } = useTranslation('catalogue');
  const { key, language, variation } = field;
  const word = variation && key === 'image' ? 'variation_image' : key;
  const label = t(`catalogue:products.moderation.fields.${word}`, { defaultValue: key });
  return (
    <section className="grid gap-x-5 gap-y-1.5 py-3.5 desk:grid-cols-[9rem_minmax(0,1fr)]">
      <h3 className="font-medium text-ink-second">
        {label}
        {language && (
          <>
            {' '}
            <span className="block text-small">{languageName(language, i18n.language)}</span>
          </>
        )}
        {variation && (
          <>
            {' '}
            <span className="block text-small break-words">{variation.title}</span>
          </>
        )}
      </h3>
      {isNew ? (
        <FieldValue reviewId={reviewId} field={field} side="after" isNew />
      ) : (
        <div className="grid gap-x-5 gap-y-3 @xl:grid-cols-2">
          <Side label={t('catalogue:products.moderation.before')}>
            <FieldValue reviewId={reviewId} field={field} side="before" />
          </Side>
          <Side label={t('catalogue:products.moderation.after')}>
            <FieldValue reviewId={reviewId} field={field} side="after" />
          </Side>
        </div>
      )}
    </section>
  );
}

function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="mb-0.5 text-small text-ink-second">{label}</p>
      {children}
    </div>
  );
}

interface FieldValueProps {
  reviewId: number;
  field: ReviewedField;
  side: 'before' | 'after';
  isNew?: boolean;
}

function FieldValue({ reviewId, field, side, isNew = false }: FieldValueProps) {
  const { t, i18n } = useTranslation(['catalogue', 'common']);
  const money = useMoney();
  const { key, before, after, language } = field;
  const [value, other] = side === 'before' ? [before, after] : [after, before];
  const kind = fieldKind(key);
  if (kind === 'pictures') {
    const pictures = readPictures(value);
    const others = isNew ? pictures : readPictures(other);
    return <PicturesSide side={side} pictures={pictures} others={others} />;
  }
  if (kind === 'names') {
    const names = readRecords(value);
    return <NamesSide side={side} names={names} others={isNew ? names : readRecords(other)} />;
  }
  const file = kind === 'file' && readFile(value);
  if (file) return <FileButton path={`product-reviews/${reviewId}/files/${file.id}`} name={file.name} />;
  if (value === null || value === undefined || value === '') return <p className="text-ink-second">—</p>;
  if (kind === 'flag') return <p>{t(value === true ? 'common:text-yes' : 'common:text-no')}</p>;
  if (kind === 'money') return <p>{money(Number(value))}</p>;
  if (kind === 'number') return <p>{formatNumber(Number(value), i18n.language)}</p>;
  if (kind === 'option') return <p>{t(`catalogue:products.moderation.options.${String(value)}`)}</p>;
  const text = toPlainValue(key, value);
  const [old, fresh] = isNew ? [text, text] : [toPlainValue(key, before), toPlainValue(key, after)];
  return <TextSide side={side} before={old} after={fresh} language={language} />;
}

interface TextSideProps {
  side: 'before' | 'after';
  before: string;
  after: string;
  /** Language of the text; null for the default one. */
  language: string | null;
}

/** One side of a text comparison, its unshared words marked. */
function TextSide({ side, before, after, language }: TextSideProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  const left = side === 'before' ? 'added' : 'removed';
  return (
    <p
      className="break-words whitespace-pre-line"
      {...(language && { lang: language, dir: textDirection(language) })}
    >
      {parts
        .filter(({ kind }) => kind !== left)
        .map(({ kind, text }, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: text parts have no other identity
          if (kind === 'same') return <span key={index}>{text}</span>;
          const Mark = kind === 'added' ? 'ins' : 'del';
          const tone = kind === 'added' ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Mark key={index} className={`rounded-sm box-decoration-clone ${tone}`}>
              {text}
            </Mark>
          );
        })}
    </p>
  );
}

interface NamesSideProps {
  side: 'before' | 'after';
  names: { id: number; name: string | null }[];
  others: { id: number }[];
}

/** One side of a comparison of related records; unshared ones are marked by sign and colour. */
function NamesSide({ side, names, others }: NamesSideProps) {
  const { t } = useTranslation('catalogue');
  if (names.length === 0) return <p className="text-ink-second">—</p>;
  const mark = side === 'before' ? 'removed' : 'added';
  const tone = side === 'before' ? 'bg-bad-soft text-bad line-through' : 'bg-good-soft text-good';
  return (
    <ul className="flex flex-wrap gap-1">
      {names.map(({ id, name }) => {
        const isUnshared = !others.some((other) => other.id === id);
        return (
          <li
            key={id}
            className={`min-h-5.5 rounded-badge px-2 py-0.5 text-small font-medium break-words ${isUnshared ? tone : 'bg-line-faint text-ink-second'}`}
          >
            {isUnshared && (
              <>
                <span aria-hidden="true">{side === 'before' ? '− ' : '+ '}</span>
                <span className="sr-only">{`${t(`catalogue:products.moderation.${mark}`)}: `}</span>
              </>
            )}
            {name ?? t('catalogue:products.moderation.gone', { id })}
          </li>
        );
      })}
    </ul>
  );
}

interface PicturesSideProps {
  side: 'before' | 'after';
  pictures: Attachment[];
  others: Attachment[];
}

/** One side of a comparison of pictures; unshared ones are framed. Each links to its full size. */
function PicturesSide({ side, pictures, others }: PicturesSideProps) {
  const { t } = useTranslation('catalogue');
  if (pictures.length === 0) return <p className="text-ink-second">—</p>;
  const mark = side === 'before' ? 'removed' : 'added';
  const frame = side === 'before' ? 'border-bad' : 'border-good';
  const sign = side === 'before' ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good';
  const isOne = pictures.length === 1;
  return (
    <ul className="flex flex-wrap gap-2">
      {pictures.map((picture, index) => {
        const isUnshared = !others.some((other) => other.id === picture.id);
        const words = [
          t('catalogue:products.moderation.picture', { number: index + 1 }),
          ...(isUnshared ? [t(`catalogue:products.moderation.${mark}`)] : []),
        ];
        return (
          <li key={picture.id} className="relative">
            <a
              href={fileUrl(picture.original)}
              target="_blank"
              rel="noreferrer"
              className={`block overflow-hidden rounded-control border-2 bg-line-faint ${isUnshared ? frame : 'border-transparent'}`}
            >
              <img
                src={fileUrl(picture.thumbnail || picture.original)}
                alt={words.join(', ')}
                loading="lazy"
                className={isOne ? 'size-36 object-contain' : 'size-20 object-cover'}
              />
            </a>
            {isUnshared && (
              <span
                aria-hidden="true"
                className={`absolute start-1 top-1 grid size-5 place-items-center rounded-badge font-semibold ${sign}`}
              >
                {side === 'before' ? '−' : '+'}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
