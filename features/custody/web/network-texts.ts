// Words of networks, coming in and going out, and of what their payments need besides the address.
import { defineCatalog } from '@maru/kit/web/i18n/language.ts';

export const networkTexts = defineCatalog({
  'network.name': ['{chain} 네트워크', '{chain} network'],
  'network.needs.XRP': ['태그 필요', 'Tag needed'],
  'network.needs.EOS': ['메모 필요', 'Memo needed'],
  'network.tag.XRP': ['데스티네이션 태그', 'Destination tag'],
  'network.tag.EOS': ['메모', 'Memo'],
  'network.copy.XRP': ['태그 복사', 'Copy tag'],
  'network.copy.EOS': ['메모 복사', 'Copy memo'],
});

/** XRP calls it a tag, EOS a memo. */
export const tagOf = (chain: string): 'XRP' | 'EOS' => (chain === 'XRP' ? 'XRP' : 'EOS');
