import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'next-i18next/pages';
import { useEffect, useId, useState } from 'react';
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form';
import { cut, readableAddress } from '@/lib/format/preview-text';
import { plainText } from '@/lib/format/visible-text';
import { productUrl } from '@/lib/storefront';
import { useSettings } from '@/state/settings';
import { ProductField } from './product-field';

/** SEO fields with a preview, collapsed: empty ones fall back to the product's own texts. An error expands them. */
export function SeoCard({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const id = useId();
  const { errors } = useFormState({ control: form.control, name: 'seo' });
  const [isOpen, setOpen] = useState(false);
  const [shownErrors, setShownErrors] = useState(errors.seo);
  if (errors.seo !== shownErrors) {
    setShownErrors(errors.seo);
    if (errors.seo) setOpen(true);
  }
  useEffect(() => {
    const unfoldNamed = () => window.location.hash === '#seo' && setOpen(true);
    unfoldNamed();
    window.addEventListener('hashchange', unfoldNamed);
    return () => window.removeEventListener('hashchange', unfoldNamed);
  }, []);
  return (
    <section className="@container rounded-card border border-line bg-surface p-4 desk:p-5">
      <h2 className="text-card font-semibold">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="flex w-full items-center justify-between gap-3 rounded-control text-start pointer-coarse:min-h-10"
          onClick={() => setOpen(!isOpen)}
        >
          {t('catalogue:products.form.sections.seo')}
          <ChevronDown
            className={`size-5 shrink-0 text-ink-second transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <p className="mt-0.5 text-small text-ink-second">{t('catalogue:products.form.seo-text')}</p>
      {isOpen && (
        <div id={id} className="mt-4 grid gap-5">
          <SearchResult form={form} />
          <ProductField form={form} name="seo.metaTitle" kind="text" />
          <ProductField form={form} name="seo.metaDescription" kind="textarea" rows={2} />
          <ProductField form={form} name="seo.canonicalUrl" kind="text" />
          <ProductField form={form} name="seo.ogTitle" kind="text" />
          <ProductField form={form} name="seo.ogDescription" kind="textarea" rows={2} />
          <ProductField form={form} name="seo.ogImage" kind="image" />
        </div>
      )}
    </section>
  );
}

const watched = ['seo', 'name', 'slug', 'description'] as const;
const pauseMs = 200;

/** What the preview shows, updated when typing pauses. */
function useSettledTexts(form: UseFormReturn<FieldValues>) {
  const [[seo, name, slug, description], setValues] = useState(() => form.getValues([...watched]));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      name: [...watched],
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setValues(form.getValues([...watched])), pauseMs);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  const trimmed = (text: unknown) => String(text ?? '').trim();
  return {
    metaTitle: trimmed(seo?.metaTitle),
    metaDescription: trimmed(seo?.metaDescription),
    canonicalUrl: trimmed(seo?.canonicalUrl),
    name: trimmed(name),
    slug: trimmed(slug),
    description: trimmed(description),
  };
}

/** Search result with the truncation of search engines. */
function SearchResult({ form }: { form: UseFormReturn<FieldValues> }) {
  const { t } = useTranslation('catalogue');
  const { metaTitle, metaDescription, canonicalUrl, name, slug, description } = useSettledTexts(form);
  const { siteTitle, siteLink } = useSettings();
  const title = metaTitle || [name, siteTitle].filter(Boolean).join(' — ');
  const address = canonicalUrl || (productUrl(siteLink || window.location.origin, slug || '…') ?? '');
  const text = metaDescription || plainText(description);
  const crumbs = readableAddress(address).split('/').join(' › ');
  return (
    <figure className="min-w-0 rounded-card border border-line bg-sunken p-4">
      <figcaption className="mb-2 text-small text-ink-second">
        {t('catalogue:products.form.seo-preview')}
      </figcaption>
      <p className="truncate text-small text-ink-second" dir="ltr">
        {crumbs}
      </p>
      <p className="truncate text-[18px]/6 text-accent-ink">{cut(title, 60)}</p>
      <p className="line-clamp-2 text-ink-second">
        {cut(text, 160) || t('catalogue:products.form.seo-no-text')}
      </p>
    </figure>
  );
}
