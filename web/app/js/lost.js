/** The page for an address that leads nowhere: its few words in the page's language. */

import { load, t, translate } from './i18n.js';

await load(['common', 'lost']);
translate(document);
document.title = `taquin – ${t('lost_title')}`;
