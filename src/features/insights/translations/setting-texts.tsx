import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'next-i18next/pages';
import { type SubmitEvent, useState } from 'react';
import { Field } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { QueryBoundary } from '@/components/page/query-boundary';
import { Button } from '@/components/ui/button';
import { defaultLanguage, textDirection } from '@/contract/core/languages';
import type { SettingsOptions } from '@/contract/settings';
import { TextPair } from '@/crud/form/text-pair';
import { api } from '@/lib/api/client';
import { toClientError } from '@/lib/api/errors';
import { showToast } from '@/lib/toast';

interface SettingTextsProps {
  language: string;
  /** Paths of the missing texts: `siteTitle`, `seo.metaTitle`. */
  lacks: readonly string[];
}

/** The settings' texts that lack in a language, each beside the original; what stays empty is not sent. */
export function SettingTexts(props: SettingTextsProps) {
  const originals = useQuery({
    queryKey: ['settings', defaultLanguage, 'originals'],
    queryFn: () => api.get('settings', { language: defaultLanguage }),
  });
  return (
    <QueryBoundary query={originals}>{({ options }) => <Texts {...props} options={options} />}</QueryBoundary>
  );
}

function Texts({ language, lacks, options }: SettingTextsProps & { options: SettingsOptions }) {
  const { t } = useTranslation(['settings', 'common', 'form']);
  const [texts, setTexts] = useState<Record<string, string>>({});
  const save = useSaveTexts(language);
  const errors = save.error ? toClientError(save.error).fields : {};
  const errorOf = (path: string) => errors[path]?.map((key) => t(`form:${key}`, { defaultValue: key }))[0];
  const written = Object.entries(texts).filter(([path, text]) => lacks.includes(path) && text.trim() !== '');
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (written.length > 0) save.mutate(Object.fromEntries(written));
  };
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5 border-t border-line-faint p-4">
      {lacks.map((path) => {
        const error = errorOf(path);
        return (
          <TextPair key={path} original={textAt(options, path)}>
            <Field
              as={Input}
              id={`text-${path}`}
              label={t(`settings:settings.fields.${path.replace('.', '-')}`)}
              {...(error !== undefined && { error })}
              lang={language}
              dir={textDirection(language)}
              value={texts[path] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [path]: target.value })}
            />
          </TextPair>
        );
      })}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" isLoading={save.isPending} disabled={written.length === 0}>
          {t('common:button-save')}
        </Button>
      </div>
    </form>
  );
}

function useSaveTexts(language: string) {
  const { t } = useTranslation('common');
  const client = useQueryClient();
  return useMutation({
    // Shown at the fields.
    meta: { silent: ['VALIDATION_FAILED'] },
    mutationFn: async (texts: Record<string, string>) => {
      // Parts of the search texts are stored together, so those that stay are sent with them.
      const current = await api.get('settings', { language });
      const parts = Object.entries(texts).map(([path, text]) => ({ keys: path.split('.'), text }));
      const seo = parts.filter(({ keys }) => keys[0] === 'seo').map(({ keys, text }) => [keys[1], text]);
      const own = parts.filter(({ keys }) => keys.length === 1).map(({ keys, text }) => [keys[0], text]);
      const options = {
        ...Object.fromEntries(own),
        ...(seo.length > 0 && { seo: { ...current.options.seo, ...Object.fromEntries(seo) } }),
      };
      return api.post('settings', { language, options, version: current.version }, { language });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['settings'], refetchType: 'none' });
      void client.invalidateQueries({ queryKey: ['translations'] });
      showToast('success', t('common:successfully-updated'));
    },
  });
}

function textAt(options: SettingsOptions, path: string): string {
  const [key, part] = path.split('.');
  const found = Object.entries(part === undefined ? options : (options.seo ?? {})).find(
    ([name]) => name === (part ?? key),
  );
  return typeof found?.[1] === 'string' ? found[1] : '';
}
