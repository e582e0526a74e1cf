import '@/lib/i18n/form-words';
import { useTranslation } from 'next-i18next/pages';
import type { ComponentType } from 'react';
import { QueryBoundary } from '@/components/page/query-boundary';
import { pathOf } from '@/contract/core/define';
import { defaultLanguage } from '@/contract/core/languages';
import type { OpenScreen } from '@/crud/screen';
import type { FormProps, Parts } from '@/crud/types';
import { useOne } from '@/lib/api/use-record';
import { useLabels } from '@/lib/i18n/labels';
import { ResourceForm } from './resource-form';
import { TranslateForm } from './translate-form';

interface FormScreenProps extends OpenScreen, Pick<FormProps, 'resource'>, Pick<Parts, 'Texts'> {
  Form?: ComponentType<FormProps>;
}

/** Create, edit or translate. Editing in another language is translating: only texts differ by language (design §5). */
export function FormScreen(props: FormScreenProps) {
  const { resource, screen, id = '', shop, Form = ResourceForm, Texts } = props;
  const { i18n } = useTranslation();
  const labels = useLabels(resource);
  const isForeign = i18n.language !== defaultLanguage && resource.translatable.length > 0;
  const query = useOne(resource, id, defaultLanguage, screen !== 'create');
  if (screen === 'create') return <Form resource={resource} shop={shop} />;
  return (
    <QueryBoundary query={query} parent={{ href: pathOf(resource, shop).list, label: labels.text('title') }}>
      {(row) =>
        screen === 'translate' || isForeign ? (
          <TranslateForm {...{ resource, shop, Texts }} source={row} />
        ) : (
          <Form key={row.id} resource={resource} row={row} shop={shop} />
        )
      }
    </QueryBoundary>
  );
}
