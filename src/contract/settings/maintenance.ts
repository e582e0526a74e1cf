import * as yup from 'yup';
import { attachment, endsAfter, freeText, moment } from '@/contract/core/rules';

const whenOn = <Schema extends yup.Schema>(schema: Schema, message: string) =>
  schema.test(
    'on',
    message,
    (value, { from }) => Boolean(value) || from?.at(-1)?.value?.isUnderMaintenance !== true,
  );

/**
 * Maintenance tab of the settings (rules/settings: maintenance is an announcement). Its fields are required only while
 * maintenance is on. The API keeps serving: clients react to the setting.
 */
export const maintenanceSettingsSchema = yup.object({
  isUnderMaintenance: yup.boolean().required('error-wrong-value').default(false),
  maintenance: yup
    .object({
      title: whenOn(freeText().max(255, 'error-too-long').nullable(), 'error-heading-required'),
      description: whenOn(freeText().max(2000, 'error-too-long').nullable(), 'error-explanation-required'),
      image: attachment(),
      start: whenOn(moment().nullable().transform(emptied), 'error-start-required'),
      until: whenOn(moment('end').nullable().transform(emptied), 'error-end-required').test(
        endsAfter('start'),
      ),
    })
    .required('error-wrong-value'),
});

function emptied(value: unknown): unknown {
  return value === '' ? null : value;
}

export type MaintenanceSettings = yup.InferType<typeof maintenanceSettingsSchema>;
