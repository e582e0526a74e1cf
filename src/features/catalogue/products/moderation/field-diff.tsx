import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import { FileButton } from '@/components/media/file-button';
import type { ReviewedField } from '@/contract/catalogue/products/moderation';
import { formatNumber } from '@/lib/format/format';
import { languageName } from '@/lib/i18n/language-name';
import { useMoney } from '@/state/use-money';
import { fileOf, kindOfField, namesOf, picturesOf, textOf } from './field-kinds';
import { NamesSide } from './names-side';
import { PicturesSide } from './pictures-side';
import { TextSide } from './text-side';

interface FieldDiffProps {
  /** The submission that the field is of. */
  reviewId: number;
  field: ReviewedField;
  /** The product was not on sale before: there is nothing to compare with. */
  isNew: boolean;
}

/** One field of a submission: what is on sale, and what the vendor asks for. */
export function FieldDiff({ reviewId, field, isNew }: FieldDiffProps) {
  const { t, i18n } = useTranslation('form');
  const { key, language, variation } = field;
  const word = variation && key === 'image' ? 'variation_image' : key;
  const label = t(`form:products.moderation.fields.${word}`, { defaultValue: key });
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
        <Value reviewId={reviewId} field={field} side="after" isNew />
      ) : (
        <div className="grid gap-x-5 gap-y-3 @xl:grid-cols-2">
          <Side label={t('form:products.moderation.before')}>
            <Value reviewId={reviewId} field={field} side="before" />
          </Side>
          <Side label={t('form:products.moderation.after')}>
            <Value reviewId={reviewId} field={field} side="after" />
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

interface ValueProps {
  reviewId: number;
  field: ReviewedField;
  side: 'before' | 'after';
  isNew?: boolean;
}

function Value({ reviewId, field, side, isNew = false }: ValueProps) {
  const { t, i18n } = useTranslation(['form', 'common']);
  const money = useMoney();
  const { key, before, after, language } = field;
  const [value, other] = side === 'before' ? [before, after] : [after, before];
  const kind = kindOfField(key);
  if (kind === 'pictures') {
    const pictures = picturesOf(value);
    const others = isNew ? pictures : picturesOf(other);
    return <PicturesSide side={side} pictures={pictures} others={others} />;
  }
  if (kind === 'names') {
    const names = namesOf(value);
    return <NamesSide side={side} names={names} others={isNew ? names : namesOf(other)} />;
  }
  const file = kind === 'file' && fileOf(value);
  if (file) return <FileButton path={`product-reviews/${reviewId}/files/${file.id}`} name={file.name} />;
  if (value === null || value === undefined || value === '') return <p className="text-ink-second">—</p>;
  if (kind === 'flag') return <p>{t(value === true ? 'common:text-yes' : 'common:text-no')}</p>;
  if (kind === 'money') return <p>{money(Number(value))}</p>;
  if (kind === 'number') return <p>{formatNumber(Number(value), i18n.language)}</p>;
  if (kind === 'option') return <p>{t(`form:products.moderation.options.${String(value)}`)}</p>;
  const text = textOf(key, value);
  const [old, fresh] = isNew ? [text, text] : [textOf(key, before), textOf(key, after)];
  return <TextSide side={side} before={old} after={fresh} language={language} />;
}
