import words from '@locales/ru/resources.json?activity';
import trash from '@locales/ru/resources.json?trash';
import { addWords } from '@/lib/i18n/i18n';

addWords('resources', { activity: words.activity, trash: trash.trash });
