package dev.guidellm.testserver;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Scripts by which a [ScriptedServer] is a proxy. Whatever place is asked for, the way leads to one port of this
/// machine.
public final class ProxyScripts {
    private ProxyScripts() {}

    /// An HTTP proxy that opens tunnels.
    public static ScriptedServer.Script tunnel(int port) {
        return connection -> {
            connection.readRequest();
            try (Socket server = loopback(port)) {
                connection.write("HTTP/1.1 200 Connection established\r\n\r\n");
                pump(connection.socket(), server);
            }
        };
    }

    /// A SOCKS 5 proxy without authentication.
    ///
    /// @param asked takes the places that were asked for
    public static ScriptedServer.Script socks(int port, List<String> asked) {
        return connection -> {
            DataInputStream in = new DataInputStream(connection.socket().getInputStream());
            connection.socket().setTcpNoDelay(true);
            OutputStream out = connection.socket().getOutputStream();
            methods(in);
            out.write(new byte[] {5, 0});
            asked.add(place(in));
            try (Socket server = loopback(port)) {
                // in pieces, as a network may deliver it
                out.write(new byte[] {5, 0, 0, 1, 127});
                out.flush();
                connection.pause(20);
                out.write(new byte[] {0, 0, 1, 1, 2});
                pump(connection.socket(), server);
            }
        };
    }

    /// A SOCKS 5 proxy that asks for a user and a password, and then refuses.
    ///
    /// @param said takes what it was told, as `user:password`
    /// @param takesThem whether it takes the user and the password
    /// @param code what it says to the place
    public static ScriptedServer.Script socksWithPassword(
            CopyOnWriteArrayList<String> said, boolean takesThem, int code) {
        return connection -> {
            DataInputStream in = new DataInputStream(connection.socket().getInputStream());
            OutputStream out = connection.socket().getOutputStream();
            methods(in);
            out.write(new byte[] {5, 2});
            in.readByte();
            String user = text(in);
            said.add(user + ":" + text(in));
            out.write(new byte[] {1, (byte) (takesThem ? 0 : 1)});
            if (takesThem) {
                place(in);
                out.write(new byte[] {5, (byte) code, 0, 1, 0, 0, 0, 0, 0, 0});
            }
            connection.clientLeaves(10_000);
        };
    }

    private static void methods(DataInputStream in) throws IOException {
        if (in.readByte() != 5) {
            throw new EOFException("no SOCKS 5");
        }
        in.readNBytes(in.readUnsignedByte());
    }

    private static String place(DataInputStream in) throws IOException {
        in.readNBytes(3);
        String host = switch (in.readByte()) {
            case 1 -> InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
            case 3 -> text(in);
            case 4 -> InetAddress.getByAddress(in.readNBytes(16)).getHostAddress();
            default -> throw new EOFException("unknown sort of address");
        };
        return host + ":" + in.readUnsignedShort();
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.UTF_8);
    }

    private static Socket loopback(int port) throws IOException {
        return new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    }

    private static void pump(Socket client, Socket server) throws IOException {
        Thread.ofVirtual().name("proxy-pump").start(() -> {
            try {
                copy(server.getInputStream(), client.getOutputStream());
                client.close();
            } catch (IOException over) {
                // one of both left
            }
        });
        copy(client.getInputStream(), server.getOutputStream());
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] bytes = new byte[8192];
        for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
            to.write(bytes, 0, read);
            to.flush();
        }
    }
}
