import { dayText, finishDay, maskMoment, momentText, momentValue, pickerText } from '@/lib/format/day-text';
import { DateField, type DateFieldProps } from './date-field';

/** A moment as dd.mm.yyyy hh:mm on the clock of the business; its value is ISO 8601 in UTC. */
export function DateTimeInput(props: DateFieldProps) {
  return (
    <DateField
      {...props}
      pattern="moment"
      shown={momentText}
      stored={momentValue}
      mask={maskMoment}
      finish={(text) => finishDay(text, true)}
      picked={(value) => momentValue(`${dayText(value.slice(0, 10))} ${value.slice(11, 16)}`)}
      pickerValue={pickerText}
    />
  );
}
