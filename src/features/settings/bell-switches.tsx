import { useTranslation } from 'next-i18next/pages';
import { type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { Switch } from '@/components/inputs/switch';
import { type Bell, bells } from '@/contract/settings/event-names';

type Form = UseFormReturn<FieldValues>;

/** Which kinds of lines come into the bells of the panel. */
export function BellSwitches({ form }: { form: Form }) {
  return (
    <ul className="grid gap-x-8 gap-y-3.5 @xl:grid-cols-2">
      {bells.map((bell) => (
        <BellSwitch key={bell} form={form} bell={bell} />
      ))}
    </ul>
  );
}

function BellSwitch({ form, bell }: { form: Form; bell: Bell }) {
  const { t } = useTranslation('form');
  const { field } = useController({ name: `pushNotification.all.${bell}`, control: form.control });
  return (
    <li className="flex items-center justify-between gap-3">
      <label htmlFor={`bell-${bell}`} className="min-w-0">
        {t(`form:settings.bells.${bell}`)}
      </label>
      <Switch id={`bell-${bell}`} ref={field.ref} isOn={field.value === true} onChange={field.onChange} />
    </li>
  );
}
