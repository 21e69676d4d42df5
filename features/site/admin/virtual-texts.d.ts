// What the build of the back office makes of all catalogs.
declare module 'virtual:maru-texts' {
  export interface UsualText {
    id: string;
    ko: string;
    en: string;
  }
  export const allTexts: readonly UsualText[];
}
