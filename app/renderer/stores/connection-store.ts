import { create } from 'zustand';

type ConnectionStatus = 'connecting' | 'connected' | 'reconnecting' | 'ended' | 'refused';

interface ConnectionState {
  status: ConnectionStatus;
  set: (status: ConnectionStatus) => void;
}

/** Whether the page and the host can speak. Losing the host loses nothing: everything is on its log. */
export const useConnection = create<ConnectionState>((set) => ({
  status: 'connecting',
  set: (status) => set({ status }),
}));
