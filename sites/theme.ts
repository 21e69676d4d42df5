// The design language's tokens for both modes; a site changes brand and tone, never the colours of direction.
export const lightTokens: Readonly<Record<string, string>> = {
  bg: '#F4F6F9', surface: '#FFFFFF', raised: '#FFFFFF', sunken: '#F8FAFC',
  line: '#E3E7EE', edge: '#8A94A6', text: '#14181F', sub: '#4A5464', mute: '#657082',
  brand: '#3A4BE0', 'on-brand': '#FFFFFF',
  red: '#C8243A', blue: '#1B5FCF', green: '#08754E', warn: '#9A5B00', danger: '#B3182C',
  'solid-red': '#C8243A', 'solid-blue': '#1B5FCF', 'solid-green': '#08754E',
  'wood-1': '#E9EDF7', 'wood-2': '#DDE3F4', 'wood-3': '#F1F3FA',
};

export const darkTokens: Readonly<Record<string, string>> = {
  bg: '#0B0E13', surface: '#12161D', raised: '#1A2029', sunken: '#0F1319',
  line: '#262E3A', edge: '#5C6879', text: '#E8ECF2', sub: '#A9B4C3', mute: '#8390A2',
  brand: '#8B97FF', 'on-brand': '#0B0E13',
  red: '#FF5C6C', blue: '#5B9BFF', green: '#2DC58E', warn: '#F2B24C', danger: '#FF6B78',
  'solid-red': '#D93A4C', 'solid-blue': '#2F6FE4', 'solid-green': '#08754E',
  'wood-1': '#1B2130', 'wood-2': '#222A3E', 'wood-3': '#161B25',
};
