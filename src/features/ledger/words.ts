import words from '@locales/ru/resources.json?ledger';
import { addWords } from '@/lib/i18n/i18n';

// The words of the ledger's pages, without those of every family.
addWords('resources', { ledger: words.ledger });
