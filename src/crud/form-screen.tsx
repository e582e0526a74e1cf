import '@/lib/form-words';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType } from 'react';
import { Loaded } from '@/components/loaded';
import { pathOf } from '@/contract/define';
import { defaultLanguage } from '@/contract/languages';
import { useLabels } from '@/lib/labels';
import { ResourceForm } from './resource-form';
import type { OpenScreen } from './screen';
import { TranslateForm } from './translate-form';
import type { FormProps } from './types';
import { useOne } from './use-resource';

interface FormScreenProps extends OpenScreen, Pick<FormProps, 'resource'> {
  Form?: ComponentType<FormProps>;
}

/** Create, edit or translate. Editing in another language is translating: only texts differ by language (design §5). */
export function FormScreen({ resource, screen, id = '', shop, Form = ResourceForm }: FormScreenProps) {
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const isForeign = i18n.language !== defaultLanguage && resource.translatable.length > 0;
  const query = useOne(resource, id, defaultLanguage, screen !== 'create');
  if (screen === 'create') return <Form resource={resource} shop={shop} />;
  return (
    <Loaded query={query} parent={{ href: pathOf(resource, shop).list, label: labels.text('title') }}>
      {(row) =>
        screen === 'translate' || isForeign ? (
          <TranslateForm resource={resource} source={row} shop={shop} />
        ) : (
          <Form key={row.id} resource={resource} row={row} shop={shop} />
        )
      }
    </Loaded>
  );
}
