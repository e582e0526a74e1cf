import { dayText, dayValue, finishDay, maskDay } from '@/lib/format/day-text';
import { DateField, type DateFieldProps } from './date-field';

/** A calendar day as dd.mm.yyyy in every language and browser (design §7); its value is `yyyy-mm-dd`. */
export function DateInput(props: DateFieldProps) {
  return (
    <DateField
      {...props}
      pattern="day"
      shown={dayText}
      stored={dayValue}
      mask={maskDay}
      finish={(text) => finishDay(text)}
      picked={(value) => value}
      pickerValue={(value) => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? value : '')}
    />
  );
}
