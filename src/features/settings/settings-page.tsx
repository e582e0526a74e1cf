import { useRouter } from 'next/router';
import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ObjectSchema } from 'yup';
import { requisiteLabel } from '@/components/domain/requisites/values';
import { SecondPerson } from '@/components/domain/second-person/second-person';
import { useWaiting } from '@/components/domain/second-person/use-waiting';
import { Editable } from '@/components/form/editable';
import { FormFrame } from '@/components/form/form-frame';
import { QueryBoundary } from '@/components/page/query-boundary';
import type { FormField } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { Settings, SettingsOptions } from '@/contract/settings';
import { ValueText } from '@/crud/details/value';
import { api } from '@/lib/api/client';
import { useDraftKey } from '@/lib/form/use-draft';
import { useRecordForm } from '@/lib/form/use-record-form';
import { languageName } from '@/lib/i18n/language-name';
import { useMay } from '@/lib/session/rights';
import { useLanguages } from '@/state/languages';
import { useSettings } from '@/state/settings';
import { settingId, settingName, settingsCards } from './settings-cards';
import { useSaveSettings, useStoredSettings } from './use-save-settings';
import { writtenIn } from './written-in';

type Form = UseFormReturn<FieldValues>;

/** Settings that move money wait as one row. */
const money = { family: 'settings', id: 1 };

interface SettingsPageProps {
  /** Address of the tab. */
  current: string;
  /** The page of a tab that has several: each has its own draft. */
  part?: string;
  /** Above the cards. */
  top?: ReactNode;
  /** The tab's settings as form values; only these are saved. */
  valuesOf: (options: SettingsOptions, language: string) => FieldValues;
  schema: () => Promise<ObjectSchema<FieldValues>>;
  /** The values to send, if not all of them. */
  shown?: (values: FieldValues) => FieldValues;
  /** Display of a value in the conflict view; other keys are shown as text. */
  fields?: readonly FormField<FieldValues>[];
  textOf?: (key: string, value: unknown) => string | undefined;
  /** Whether some of the tab's values are translatable. */
  isTranslated?: boolean;
  side?: (form: Form, settings: Settings) => ReactNode;
  children: (form: Form, settings: Settings) => ReactNode;
}

/**
 * A tab of the settings: refetched on open, saves only its own keys, and shows both versions when somebody else saved
 * first.
 */
export function SettingsPage(props: SettingsPageProps) {
  const { locale = defaultLanguage } = useRouter();
  const query = useStoredSettings(locale);
  return (
    <QueryBoundary query={query}>
      {(settings) => <Opened key={settings.language} {...props} settings={settings} language={locale} />}
    </QueryBoundary>
  );
}

function Opened(props: SettingsPageProps & { settings: Settings; language: string }) {
  const { current, settings, language, valuesOf, schema, shown, fields = [], textOf, side, children } = props;
  const { t, i18n } = useTranslation(['settings', 'form']);
  const isMultiLanguage = useLanguages().length > 1;
  const save = useSaveSettings(language);
  const { currency, currencyOptions } = useSettings();
  const record = useRecordForm<Settings>({
    record: settings,
    valuesOf: (one) => (one ? valuesOf(one.options, language) : {}),
    schema,
    ...(shown && { shown }),
    save: (options, version) => save.mutateAsync({ options, version }),
    // What waits for a second person was left out; the rest is saved.
    reread: () => api.get('settings', { language }),
    onSaved: () => {},
    leaveQuestion: t('form:draft.leave'),
    draft: { key: useDraftKey('settings', props.part ? `${current}/${props.part}` : current, language) },
  });
  const mayWrite = useMay('settings:write');
  const waits = useWaiting(money).some(({ facts }) => facts.some(({ key }) => headingOf(current, key)));
  const labelOf = (key: string) => t(`settings:settings.fields.${key}`);
  const field = (key: string) => fields.find((one) => one.key === key);
  return (
    <Editable value={mayWrite}>
      <FormFrame
        record={record}
        title={t('settings:settings.title')}
        top={
          <>
            {props.top}
            {waits && <SecondPerson {...money} className="mt-4" />}
            {isMultiLanguage && props.isTranslated && <LanguageNote language={language} />}
          </>
        }
        labelOf={labelOf}
        placeOf={(path) => {
          const label = requisiteLabel(path) ?? `settings:settings.fields.${settingName(path)}`;
          const heading = headingOf(current, path);
          return { heading: heading && t(heading), ...(i18n.exists(label) && { label: t(label) }) };
        }}
        textOf={(key, value) =>
          textOf?.(key, value) ?? (
            <ValueText
              field={field(key)}
              value={field(key) ? value : writtenIn(value)}
              label={labelOf(key)}
              word={(text) => text}
              money={{ currency, ...currencyOptions }}
            />
          )
        }
        side={side?.(record.form, settings)}
      >
        {children(record.form, settings)}
      </FormFrame>
    </Editable>
  );
}

/** Key of the heading above a setting; rows of a list stand where the list does. */
function headingOf(page: string, path: string): string | undefined {
  const id = settingId(path);
  const holds = (place: string) => id === place || id.startsWith(`${place}-`) || place === `field-${path}`;
  return settingsCards.find((card) => card.page === page && card.places.some((place) => holds(place.id)))
    ?.title;
}

/** Translatable fields of this tab. */
function LanguageNote({ language }: { language: string }) {
  const { t } = useTranslation('settings');
  return (
    <p className="mt-3 text-small text-ink-second">
      {t('settings:settings.language-note', { language: languageName(language, language) })}
    </p>
  );
}
