import { useTranslation } from 'next-i18next/pages';
import type { ReactNode } from 'react';
import type { ControllerRenderProps, FieldValues } from 'react-hook-form';
import { LongText } from '@/components/editor/long-text';
import { ColourInput } from '@/components/inputs/colour-input';
import { DateInput, DateTimeInput } from '@/components/inputs/dates/date-input';
import type { Control } from '@/components/inputs/field';
import { Input } from '@/components/inputs/input';
import { NumberInput } from '@/components/inputs/number-input';
import { RadioGroup } from '@/components/inputs/radio-group';
import { RemotePicker } from '@/components/inputs/remote-picker';
import { Select } from '@/components/inputs/select';
import { SlugInput } from '@/components/inputs/slug-input';
import { Switch } from '@/components/inputs/switch';
import { Textarea } from '@/components/inputs/textarea';
import { IconPicker } from '@/components/media/icon-picker';
import { ImageUpload } from '@/components/media/image-upload';
import { ImagesUpload } from '@/components/media/images-upload';
import type { FieldKind, FormField } from '@/contract/core/define';
import { pictureIn, picturesIn } from '@/lib/format/pictures';

export interface KindInputProps {
  field: FormField<FieldValues>;
  control: Control;
  input: ControllerRenderProps;
  label: string;
  /** Attributes of the text input: language, direction, limits, the original of a translation. */
  attributes?: { lang?: string; dir?: string; min?: string; placeholder?: string };
  /** Label of an option. */
  word: (value: string) => string;
  sign: string;
  /** Upload limit in KiB. */
  maxKib: number;
  /** Source text and prefix of a slug. */
  slug: { derived: string; isFollowing: boolean; prefix: string };
  onUploadError: (message: string | undefined) => void;
}

/** The control of a field, by its kind. `items` is not a single control: see items-input.tsx. */
export function KindInput(props: KindInputProps) {
  const { t } = useTranslation('common');
  const { unit } = props.field;
  return kinds[props.field.kind](props, unit && t(`common:units.${unit}`));
}

const kinds: Record<FieldKind, (props: KindInputProps, unit: string | undefined) => ReactNode> = {
  text: ({ control, input, attributes }) => <Input {...control} {...input} {...attributes} />,
  textarea: ({ control, input, field, attributes }) => (
    <Textarea {...control} {...input} {...attributes} rows={field.rows} />
  ),
  formatted: (props) => <LongText {...props} />,
  number: ({ control, input }, unit) => <NumberInput {...control} {...input} suffix={unit} />,
  money: ({ control, input, sign }) => <NumberInput {...control} {...input} suffix={sign} />,
  date: ({ control, input, attributes }) => <DateInput {...control} {...input} {...attributes} />,
  datetime: ({ control, input, attributes }) => <DateTimeInput {...control} {...input} {...attributes} />,
  switch: ({ control, input: { value, ref, onChange } }) => (
    <Switch
      id={control.id}
      aria-describedby={control['aria-describedby']}
      ref={ref}
      isOn={value === true}
      onChange={onChange}
    />
  ),
  select: ({ control, input, field, word }) => {
    const options = offered(field, input.value).map((value) => ({ value, label: word(value) }));
    return <Select {...control} {...input} options={options} />;
  },
  radio: ({ control, label, input: { name, value, onChange }, field, word }) => (
    <RadioGroup
      control={control}
      label={label}
      name={name}
      onChange={onChange}
      value={String(value ?? '')}
      options={offered(field, value).map((option) => ({ value: option, label: word(option) }))}
    />
  ),
  colour: ({ control, input: { name, ref, value, onChange, onBlur } }) => (
    <ColourInput
      control={control}
      name={name}
      ref={ref}
      onChange={onChange}
      onBlur={onBlur}
      value={String(value ?? '')}
    />
  ),
  relation: ({ control, label, field: { relation }, input: { value, onChange } }) =>
    relation && (
      <RemotePicker control={control} label={label} relation={relation} value={value} onChange={onChange} />
    ),
  image: ({ control, label, maxKib, input, field, onUploadError }) => (
    <ImageUpload
      control={control}
      label={label}
      maxKib={maxKib}
      isCropped={field.isCropped}
      value={pictureIn(input.value) ?? null}
      onChange={input.onChange}
      onError={onUploadError}
    />
  ),
  images: ({ control, label, maxKib, input, onUploadError }) => (
    <ImagesUpload
      control={control}
      label={label}
      maxKib={maxKib}
      value={picturesIn(input.value)}
      onChange={input.onChange}
      onError={onUploadError}
    />
  ),
  slug: ({ control, slug, input: { value, onChange } }) => (
    <SlugInput control={control} value={value} onChange={onChange} {...slug} />
  ),
  icon: ({ control, input: { value, onChange } }) => (
    <IconPicker control={control} value={String(value ?? '')} onChange={onChange} />
  ),
  items: () => null,
};

/** The options, plus a stored value that is none of them, so that it is not lost. */
function offered({ options = [] }: FormField<FieldValues>, value: unknown): readonly string[] {
  const isOther = typeof value === 'string' && value !== '' && !options.includes(value);
  return isOther ? [...options, value] : options;
}
