import words from '@locales/ru/resources.json?ledger';
import { addWords } from '@/lib/i18n/i18n';

// Translations of the ledger alone, not of every family.
addWords('resources', { ledger: words.ledger });
